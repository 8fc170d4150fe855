# The lamps of every state, read back from their pins, and dark keys that stay dead.
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET # attract: all three games
press DOUBLE
settle
expect mode attract
press HOLD5
settle
expect lamps HOLD2,HOLD5,DEAL                 # the first leaf of the rules
press HOLD2
expect lamps HOLD1,HOLD2,HOLD5,DEAL
press HOLD2
press HOLD2
press HOLD2
press HOLD2
press HOLD2
press HOLD2
press HOLD2
press HOLD2
press HOLD2
press HOLD2
press HOLD2
expect lamps HOLD1,HOLD5,DEAL                 # the last of the three games
press HOLD2
expect lamps HOLD1,HOLD5,DEAL
press HOLD5
settle
expect mode menu
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET
press DEAL                                    # the last game; at first Joker Poker
settle
expect mode joker_poker
expect lamps HOLD3,HOLD4,HOLD5                      # no credit
press HOLD1
press HOLD2
press DEAL
press BET
press DOUBLE
settle
expect state betting
expect chip_value 1
press HOLD3
settle
expect page options
expect lamps HOLD2,HOLD4,DEAL                 # the first row, at its least
press HOLD4
expect lamps HOLD2,HOLD3,HOLD4,DEAL,DOUBLE
press DOUBLE                                  # as the operator has it
expect lamps HOLD2,HOLD4,DEAL
press DEAL
settle
expect page ""
coin 20
settle
expect lamps HOLD2,HOLD3,HOLD4,HOLD5,BET,DOUBLE     # two credits and no bet
press DEAL
settle
expect state betting
press HOLD2
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,BET,DOUBLE
press BET
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,DOUBLE
press BET                                     # one chip of two is all there is
expect bet 2
press HOLD1
expect bet 1
press BET
expect bet 2
deck 9H 9D KS 4C 2D 9S 3H 7C
press DEAL
settle
expect held nothing                           # a low pair is not proposed
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL
press BET
press DOUBLE
settle
expect state hold
hold 1
hold 2
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,DOUBLE
press DOUBLE                                  # AZZERA
expect held nothing
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL
hold 1
hold 2
press DEAL
expect lamps DEAL                             # VELOCE while the cards fly
settle
expect win 4                                  # three nines with two chips
expect lamps DEAL,BET,DOUBLE
press HOLD1
press HOLD2
press HOLD3
press HOLD4
press HOLD5
settle
expect state win
expect cards 9H,9D,9S,3H,7C
deck 5C 9H 2D 3S 4C
press DOUBLE
expect lamps DEAL
settle
expect lamps HOLD2,HOLD3,HOLD4,HOLD5
press HOLD1
press DEAL
press BET
press DOUBLE
settle
expect state double
press HOLD3
expect lamps DEAL
settle
expect state betting
expect lamps HOLD3,HOLD4,HOLD5                      # everything is lost
press HOLD4
settle
expect page history
expect lamps DEAL                             # one round, one leaf
door open
settle
expect lamps nothing
door close
settle
expect page history
key operator on
settle
expect lamps HOLD2,HOLD4,DEAL,BET,DOUBLE       # the operator's index: down, right, open, next, PIN
page returns
expect lamps HOLD2,HOLD3,HOLD5,DEAL,BET        # a row down, the period, back, details, next
page machine
expect lamps HOLD5,BET                         # a page that only tells
key operator off
settle
expect page history
expect lamps DEAL
