# The program dies in a hand and in a double, the acceptor lives on; nothing is dealt again.
coin 100
settle
press HOLD2
settle
press BET
deck QH QD 9S 4C JK QS 3H 7C
press DEAL
settle
expect held 1,2,5
crash
coin 20
wait 0.4
boot
settle
expect state hold
expect cards QH,QD,9S,4C,JK
expect held 1,2,5
expect credit 11                              # nine, and what fell in between
press DEAL
settle
expect cards QH,QD,QS,3H,JK
expect win 17                                 # three queens and the joker
deck 8C 9H 2D 8S 4C
press BET                                     # nine are banked, eight at risk
crash
boot
settle
expect state double
expect credit 20
expect win 8
expect cards 8C,??,??,??,??
press HOLD4
crash
boot
settle
expect state win
expect win 8
expect cards 8C,9H,2D,8S,4C
press DEAL
settle
expect credit 28
expect meters.gamble_ties 1
expect meters.turnover 1
expect meters.won 17
expect meters.games_played 1
expect boots 4
