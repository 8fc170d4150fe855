"""Cards, shuffling and the evaluation of five cards: the ground that all three games stand on."""
