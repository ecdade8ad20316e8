"""Learning it: drills, questions, verdicts and their reasons; no input, no output, no clock."""
