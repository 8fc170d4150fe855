# Chip values and bets that the credit covers.
coin 100
settle
press HOLD2
settle
expect chip_value 1
expect lamps HOLD2,HOLD3,HOLD4,HOLD5,BET,DOUBLE
press HOLD2
expect chip_value 2
press HOLD2
expect chip_value 5
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,BET,DOUBLE
press BET
expect bet 5
press BET
expect bet 10
press BET                                     # past what the credit covers: back to one
expect bet 5
press HOLD2
expect chip_value 10
expect bet 10
press HOLD2
expect chip_value 20
expect bet 0                                  # not even one
expect lamps HOLD1,HOLD3,HOLD4,HOLD5
press HOLD1
press HOLD1
press HOLD1
expect chip_value 2
expect chips 1
press DOUBLE                                  # five of two are ten
settle
expect bet 10
expect credit 0
cut
expect chip_value 2
expect bet 10
