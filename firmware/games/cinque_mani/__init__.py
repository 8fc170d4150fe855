"""Cinque Mani: the same twenty-five cards for everybody, laid as five hidden hands."""
