# An evening of an acceptor that only pulses: trains that merge, a shut slot, a round, a cut.
expect health.coin ready
coin 10
settle
expect credit 1
coin 200
coin 50                                       # its pulses follow in one train with the last
settle
expect credit 26
expect meters.coin_in 26
coin 5                                        # no whole pulse: the unit does not know it
settle
expect credit 26
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
coin 100
settle
expect credit 35
expect state hold
door open
settle
expect health.coin closed
coin 100                                      # the inhibit wire refuses
settle
expect credit 35
door close
settle
expect health.coin ready
cut
settle
expect credit 35
expect state hold
crash
coin 100                                      # nobody drives the wire: the board refuses
wait 5
boot
settle
expect credit 35
coin 20
settle
expect credit 37
expect meters.coin_in 38                      # and one was staked
expect faults nothing
