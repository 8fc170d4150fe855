# A tour of the cabinet for a machine without a display: a coin, a round, a double, a deal of
# Strip Poker, the menu.
wait 2
shot 01-attract
coin 100
settle
shot 02-menu
press HOLD2
settle
press BET
press BET
press BET
press BET
press BET
shot 03-bet
deck KH 7C JK TD 4S KD 9C 2S
press DEAL
wait 0.4
shot 04-dealing
settle
shot 05-hold
press DEAL
settle
shot 06-win
deck 9D QS 3H JC 5D
press DOUBLE
settle
shot 07-double
press HOLD2
settle
shot 08-double-won
press DEAL
settle
shot 09-collected
press HOLD4
settle
shot 10-history
press DEAL
settle
press HOLD5
settle
shot 11-menu
expect credit 25                              # 10 - 5 + 2 x 10: three kings pay 10 with five chips
press HOLD1
settle
shot 12-opponents
press DEAL
settle
deck QH QC AS 8D 7H  KD KS 9C 8H 7S  QS 9D TC
answers C X345 C
press DEAL
settle
shot 13-strip-poker
press HOLD3
press BET
settle
shot 14-strip-change
press DEAL
settle
press HOLD5
press BET
settle
shot 15-strip-show
press DEAL
wait 1
shot 16-strip-garment
settle
shot 17-strip-won
press HOLD5
press HOLD5
settle
press HOLD5
settle
shot 18-rules
press DEAL
settle
expect credit 20                              # a session costs 5
