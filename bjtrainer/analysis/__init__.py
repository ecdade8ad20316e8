"""What each action is worth, exactly: dealer outcomes, values, splits, whole strategies."""
