# The acceptor closes as soon as its largest coin (2 EUR, 20 credits) would pass 10,000 credits. (LIM-1)
coin 200
settle
press HOLD2
settle
deck AH KH QH JH TH
press DOUBLE
settle
press DEAL
settle
press DEAL
settle
expect credit 5015
deck 7H 7D 7S 7C JK
press DOUBLE
settle
press DEAL
settle
press DEAL
settle
expect credit 6010
deck 8H 8D 8S 8C JK
press DOUBLE
settle
press DEAL
settle
press DEAL
settle
expect credit 7005
deck 9H 9D 9S 9C JK
press DOUBLE
settle
press DEAL
settle
press DEAL
settle
expect credit 8000
deck TH TD TS TC JK
press DOUBLE
settle
press DEAL
settle
press DEAL
settle
expect credit 8995
deck JK KH QH JH TH
press DOUBLE
settle
press DEAL
settle
expect win 500                                # the royal with the joker
press DEAL
settle
expect credit 9490
deck 9H 8H 7H 6H 5H
press DOUBLE
settle
press DEAL
settle
press DEAL
settle
expect credit 9735
deck 9D 8D 7D 6D 5D
press DOUBLE
settle
press DEAL
settle
press DEAL
settle
expect credit 9980
wait 1
expect health.coin ready                      # at the limit: 20 more make exactly 10,000
coin 10
settle
expect credit 9981
wait 1
expect health.coin closed                     # one above
coin 200
wait 2
expect credit 9981
expect coins_returned 1
press HOLD2                                   # a chip of two
deck 2H 5D 9S JC 3D 3H 4D 6S 7C 9H
press BET                                     # past five: back to one
expect bet 2
press DEAL
settle
press DEAL
settle
expect credit 9979
wait 1
expect health.coin ready                      # one below
coin 200
settle
expect credit 9999
wait 1
expect health.coin closed
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect credit 9999
deck KH KD KS KC JK
press DOUBLE
settle
press DEAL
settle
press DEAL
settle
expect credit 11989                           # a win may pass the ceiling and is never cut
expect health.coin closed
