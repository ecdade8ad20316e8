"""One person's place at a table: money, rounds that outlive a crash, and the log of them."""
