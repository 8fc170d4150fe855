# The key is turned in the middle of a double, and back: the same five cards, the same stake.
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D KS 7H 7C
press DEAL
settle
press DEAL
settle
expect win 7                                  # a full house
deck 5C 9H 2D 3S 4C
press DOUBLE
key operator on                               # at once, while the cards are laid
settle
expect mode operator
coin 100                                      # refused
settle
wait 1
expect coins_returned 1
expect credit 9
page credit
expect legends.DEAL nothing                   # nothing is paid out of a game
expect legends.DOUBLE nothing
page recall
settle
expect recall.over false
expect recall.cards 5C,back,back,back,back
wait 120                                      # no time runs for the player
key operator off
settle
expect mode joker_poker
expect state double
expect cards 5C,??,??,??,??
expect win 7
expect bet 7
expect credit 9
expect lamps HOLD2,HOLD3,HOLD4,HOLD5
expect meters.gamble_wins 0
press HOLD2                                   # a nine beats the five
settle
expect win 14
expect meters.gamble_wins 1
press DEAL
settle
expect credit 23
