# The operator opens the door while a note is on its way in: it goes back, and the next one counts.
note 500
wait 0.7                                      # it is being read
door open
settle
expect credit 0
expect faults door
expect health.note closed
note 500                                      # its motor does not even start
settle
expect credit 0
door close
settle
expect faults nothing
expect health.note ready
note 500
settle
expect credit 50
note 1000
wait 1.1                                      # the way to the stacker has begun: no way back
door open
settle
expect credit 150                             # it is in the box, so it is credit
expect mode fault
door close
settle
expect credit 150
expect meters.notes_in 150
