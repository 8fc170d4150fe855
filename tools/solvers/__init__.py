"""Offline solving of the games' opponents; needs numpy and never runs on a cabinet."""
