"""The table: cards, hands, what is legal, the shoe, and a round as a value."""
