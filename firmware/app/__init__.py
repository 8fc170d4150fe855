"""The composition root and the only loop: builds the parts, carries events and effects."""
