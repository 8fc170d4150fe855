# A match of four: three have the best total together, and share the stakes rounded down.
coin 200
settle
press HOLD3
settle
press HOLD1
settle
press HOLD1
settle
expect legends.HOLD1 "GIOCATORI 4"
press BET
settle
press BET
settle
press BET
settle
press BET
settle
expect bet 5

# Each of two others traps the player once.
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect credit 15
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 7,18,0,0
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect cinque.dealer 1
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 7,0,18,0
expect cinque.total 14,18,18,0

# Only the second hand is nobody else's, neither better nor the same.
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS9C/ACKCQCTC7S/KDQDJDTD9D/AHKHQHJHTH AHKSQDJH8C/ASKDQHTS8H/ACKCQCTC9C/KHJDTH9D7S/8S9H7DJSTD AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect cinque.dealer 2
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 4,0,0,0
expect cinque.total 18,18,18,0

# What all lay alike moves nothing.
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
expect cinque.dealer 3
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
expect cinque.dealer 0
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.total 18,18,18,0
expect cinque.result level
expect win 6
expect credit 21
expect meters.turnover 5
expect meters.won 6
expect meters.games_played 1
expect meters.games_won 0
expect meters.games_lost 0
