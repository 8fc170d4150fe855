"""The rim towards the eye and ear: draws and sounds the cabinet's state, changes nothing."""

import os

# Standard output belongs to reports; pygame would greet on it at its first import.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
