# Three and four players: the best total takes the stakes of all, a shared one its part of them.
coin 200
coin 200
settle
press HOLD3
settle
press HOLD1
settle
expect legends.HOLD1 "GIOCATORI 3"
expect cinque.players 3
press BET
settle

# Three for one.
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect cinque.dealer 0
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 25,0,0
expect win 6
expect credit 44

# Two of three are level: half of nine, rounded down.
press BET
settle
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/AHKHQHJHTH/ACKCQCTC9C/KDQDJDTD9D/8H8C8S9H7D AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect cinque.dealer 1
expect credit 41
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 7,7,0
expect cinque.result level
expect win 4
expect credit 45
expect meters.won 10
expect meters.games_played 2
expect meters.games_won 1
expect meters.games_lost 0

# All three are level.
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
expect cinque.dealer 2
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 0,0,0
expect cinque.result level
expect win 3
expect credit 45

# What two lay is no one's where it is the best; a hand that only one beats is hers.
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
expect cinque.dealer 0
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 0,18,0
expect cinque.result lost
expect credit 42

# Four: the number is chosen at the stake.
press HOLD5
settle
press HOLD3
settle
press HOLD1
settle
expect legends.HOLD1 "GIOCATORI 4"
press BET
settle
press BET
settle
expect bet 5
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
expect cinque.opponents ??,??,??,??,??,??,??,??,??,??,??,??,??,??,??
press DOUBLE
settle
expect cinque.points 25,0,0,0
expect win 20
expect credit 57

# Two of four: a half of twenty.
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D ASKSJSTS7S/AHKHQHJHTH/ACKCQCTC9C/KDQDJDTD9D/8H8C8S9H7D AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 7,0,7,0
expect win 10
expect credit 62
expect meters.won 43
expect meters.turnover 21
expect meters.games_played 6
expect meters.games_won 2
expect meters.games_lost 1
expect games.cinque_mani '{"played": 6, "won": 2, "staked": 21, "paid": 43}'
press HOLD5
settle
press HOLD3
settle
press HOLD1
settle
expect cinque.players 2
