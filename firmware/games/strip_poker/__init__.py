"""Strip Poker: draw poker for two, with a wardrobe as the last stake."""
