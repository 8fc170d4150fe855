# A win doubled twice, halved, tied and lost, with every credit where it belongs.
coin 50
settle
press HOLD2
settle
press BET
press BET
press BET
press BET
press BET
expect bet 5
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
expect held 1,2
press DEAL
settle
expect cards KH,KD,3H,7H,8C
expect win 5                                  # kings or better with five chips
expect credit 0
expect lamps DEAL,BET,DOUBLE
# Won.
deck 5C 9H 2D 3S 4C
press DOUBLE
settle
expect state double
expect cards 5C,??,??,??,??
expect bet 5
expect win 5
expect lamps HOLD2,HOLD3,HOLD4,HOLD5
expect meters.gamble_staked 5
press HOLD2
settle
expect state win
expect win 10
expect cards 5C,9H,2D,3S,4C
expect meters.gamble_wins 1
expect meters.gamble_returned 10
# Won again.
deck 2C AH 2D 3S 4C
press DOUBLE
settle
press HOLD2
settle
expect win 20
# Half: ten are banked, ten at risk.
deck TC TH 2D 3S AC
press BET
settle
expect state double
expect credit 10
expect win 10
expect bet 10
# Tied: the stake stands.
press HOLD2
settle
expect state win
expect win 10
expect credit 10
expect meters.gamble_ties 1
expect lamps DEAL,BET,DOUBLE
# Lost.
deck QC AH 2D 3S 4C
press DOUBLE
settle
press HOLD4
settle
expect state betting
expect win 0
expect credit 10
expect meters.gamble_rounds 4
expect meters.gamble_losses 1
expect meters.gamble_staked 35                # 5 + 10 + 10 + 10
expect meters.gamble_returned 40              # 10 + 20 + 10 + 0
expect meters.turnover 5
expect meters.won 5
expect games.joker_poker.paid 5
