# A win is doubled and recalled step by step; a dispute over it outlives a power cut.
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
settle
key operator on
settle
page recall                                   # in the middle of the double
settle
expect recall.number 1
expect recall.over false
expect recall.step recall.step.double
expect recall.cards 5C,back,back,back,back    # which nobody has seen yet
key operator off
settle
press HOLD2
settle
expect win 14
press DEAL                                    # collected
settle
expect credit 23                              # 10 - 1 + 14
deck 2H 5D 9S JC KD 3H 4D 6S 7C 8H
press DEAL
settle
press DEAL
settle
expect credit 22
key operator on
settle
page recall
settle
expect recall.number 2
expect recall.step recall.step.end
press HOLD2                                   # older
settle
expect recall.number 1
expect recall.over true
press HOLD4                                   # behind the last step comes the first
expect recall.step recall.step.bet
press HOLD4
expect recall.step recall.step.dealt
expect recall.cards KH,KD,9S,4C,2D
press HOLD4
expect recall.step recall.step.drawn
expect recall.cards KH,KD,9S,4C,2D,KH,KD,KS,7H,7C
press HOLD4
expect recall.step recall.step.double
expect recall.cards 5C,9H,2D,3S,4C
shot recall
press DOUBLE
expect recall.disputed false                  # asked once more
press DOUBLE
settle
expect recall.disputed true
expect operator.note operator.recall.disputed
cut
settle
expect operator.page index                    # the key is still turned
page recall
settle
press DEAL                                    # the search
press HOLD2
press HOLD2
press HOLD2
press HOLD4                                   # only rounds in dispute
press DEAL
settle
expect recall.number 1
expect recall.disputed true
page events
settle
expect events key_on,boot,dispute_opened,key_on,key_off,key_on,coin_first_contact,boot
press DEAL
press DEAL
press DEAL                                    # of money alone
settle
expect events dispute_opened,coin_first_contact
key operator off
settle
expect mode joker_poker
expect credit 22
