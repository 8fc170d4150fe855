"""The machine: events in, effects out; attract, menu, play, operator and fault."""
