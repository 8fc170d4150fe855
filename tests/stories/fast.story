# DEAL finishes any movement and does nothing else; a press in the lock is dropped.
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
expect state hold
expect lamps DEAL
expect legends.DEAL VELOCE
press DEAL                                    # within 250 ms: dropped
expect lamps DEAL
expect legends.DEAL VELOCE
wait 0.3
press DEAL                                    # finishes the dealing
expect state hold
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,DOUBLE
wait 0.3
press DEAL
expect state win
expect win 1
expect legends.DEAL VELOCE
settle
expect legends.DEAL INCASSA
