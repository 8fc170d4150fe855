# How a deal ends: level, drawn everywhere, 25 to 0, won by the trap.
coin 200
settle
press HOLD3
settle
press BET
settle
press BET
settle
expect bet 3

# Seven to seven: two positions are the same card by card and nobody's. The stake comes back.
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/AHKHQHJHTH/ACKCQCTC9C/KDQDJDTD9D/8H8C8S9H7D
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 7,7
expect cinque.result level
expect win 3
expect credit 20
expect meters.turnover 3
expect meters.won 3
expect meters.games_played 1
expect meters.games_won 0
expect meters.games_lost 0
expect games.cinque_mani '{"played": 1, "won": 0, "staked": 3, "paid": 3}'

# The same five hands in the same places.
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 0,0
expect cinque.result level
expect credit 20
expect meters.games_played 2
expect meters.games_won 0

# All 25 points without a bonus: two for one.
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 25,0
expect cinque.result won
expect win 6
expect credit 23
expect meters.won 12
expect meters.games_won 1

# The worst hand at 7 and every other one place up beats climbing.
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
press DOUBLE
settle
press BET
settle
expect cinque.plan trap
press DEAL
settle
press DOUBLE
settle
expect cinque.points 18,7
expect cinque.result won
expect credit 26
expect games.cinque_mani '{"played": 4, "won": 2, "staked": 12, "paid": 18}'
expect best.cinque_mani 2,43                  # two in a row; what was level before is none of them
press HOLD5
settle
expect mode menu
expect legends.HOLD3 "CINQUE MANI"
press HOLD3
settle
expect state stake
expect bet 3
