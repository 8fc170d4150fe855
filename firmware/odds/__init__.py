"""Exact odds of video poker: what a pay table returns, and what every hold of a deal is worth."""
