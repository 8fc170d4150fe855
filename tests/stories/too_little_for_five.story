# The maximum bet with three credits plays three chips; the five come back with the credit.
coin 10
coin 20
settle
press HOLD2
settle
deck 2H 5D 9S JC KD 3H 4D 6S 7C
press DOUBLE
settle
expect bet 3
expect chips 3
press DEAL
settle
expect credit 0
expect bet 0
expect lamps HOLD3,HOLD4,HOLD5
coin 100
settle
expect bet 5
expect lamps HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET,DOUBLE
