"""What a casino allows."""
