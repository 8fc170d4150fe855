"""Joker Poker: video poker with one joker, kings or better, double and half double."""
