# A validator that repeats itself until it is thanked: each note once, through cuts and crashes.
expect health.note ready
note 500
wait 0.4
expect credit 0                               # it is being read
settle
expect credit 50
expect meters.notes_in 50
note 1000
wait 0.55
cut                                           # held: it comes back
settle
expect credit 50
expect health.note ready
expect meters.notes_in 50
note 2000
wait 0.55
crash                                         # the program ends while the note is held
wait 20                                       # nobody takes it: it comes back
boot
settle
expect credit 50
expect health.note ready
note 1000
settle
expect credit 150
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
note 500
crash                                         # it is drawn in and held; the new life finds it
boot
settle
expect state hold
expect credit 199
expect meters.notes_in 200
note 500
wait 1.1                                      # told of, perhaps booked, perhaps not thanked for
crash
boot
settle
expect credit 249
expect meters.notes_in 250
note 500
wait 0.9                                      # on its way to the box
cut                                           # it fell in, and its unit tells so
settle
expect meters.notes_in 250                    # told before the cut or never: nobody can know
expect credit 249
