"""The solver of the duel: imports numpy, and so is itself imported only inside functions."""
