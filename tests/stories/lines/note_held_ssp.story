# The operator opens the door while a note is held: it goes back, and the next one counts.
note 1000
wait 0.6                                      # read and held: nothing is decided
door open
settle
expect credit 0
expect faults door
expect health.note closed
door close
settle
expect faults nothing
expect health.note ready
note 1000
settle
expect credit 100
note 500
wait 0.9                                      # accepted, on its way to the box
door open
settle
expect credit 150
expect mode fault
door close
settle
expect credit 150
expect meters.notes_in 150
