"""What to do: charts derived from a game's rules, and their files."""
