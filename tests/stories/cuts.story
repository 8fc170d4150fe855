# The power fails at every step of a round: same cards, same credit, nothing dealt again.
coin 100
cut
expect credit 0                               # the coin was still falling and came back
coin 100
settle
cut
expect mode menu
expect credit 10
press HOLD2
settle
wait 1.2                                      # a soft action is kept after one quiet second
cut
expect mode joker_poker
expect state betting
expect bet 0
press BET
press BET
wait 1.2
cut
expect bet 2
deck 2H 5D 9S JC KD 3H 4D 6S 7C 8H
press DEAL
cut                                           # at once, while the cards still fly
expect state hold
expect cards 2H,5D,9S,JC,KD
expect credit 8
expect bet 2
expect meters.turnover 2
expect held nothing
hold 5
wait 1.2
cut
expect held 5
hold 1                                        # not yet quiet for a second: may be forgotten
cut
expect cards 2H,5D,9S,JC,KD
expect held 5
press DEAL
cut                                           # at once, while the new cards fly
expect state betting
expect cards 3H,4D,6S,7C,KD
expect win 0
expect credit 8
expect meters.games_played 1
expect meters.games_lost 1
deck AH KH QH JH 9C TH
press DEAL
settle
hold 1
hold 2
hold 3
hold 4
press DEAL
settle
expect win 1500
cut
expect state win
expect win 1500
expect credit 6
expect lamps DEAL
press DEAL
cut
expect state betting
expect credit 1506
expect win 0
expect boots 11
expect meters.power_ups 11
expect meters.unclean_boots 10
expect meters.won 1500
expect meters.turnover 4
