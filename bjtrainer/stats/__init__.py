"""Remembering every answer: records, the database that keeps them, and reports made of them."""
