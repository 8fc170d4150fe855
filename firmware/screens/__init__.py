"""The rim towards the eye and ear: draws and sounds the cabinet's state, changes nothing."""
