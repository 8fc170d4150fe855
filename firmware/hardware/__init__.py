"""The rim towards the world: pins, lines and the machines that speak on them.

Hardware never decides anything: it turns the world into events and effects into the world.
"""
