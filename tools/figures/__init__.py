"""The drawing kit of the guests of Strip Poker, and the drawings themselves (tools/draw)."""
