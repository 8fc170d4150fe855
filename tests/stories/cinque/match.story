# A match: five deals for one stake, on total points; going away in the middle loses it.
coin 200
settle
press HOLD3
settle
press BET
settle
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect credit 18
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect state result
expect cinque.deal 1
expect cinque.points 25,0
expect cinque.total 25,0
expect cinque.result nothing
expect win 0
expect credit 18
expect meters.games_played 0
expect lamps HOLD1,HOLD5,DEAL
expect legends.DEAL PROSSIMA
expect legends.HOLD5 MENU
cut
expect state result
expect cinque.total 25,0
expect credit 18
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D
press DEAL
settle
expect cinque.deal 2
expect cinque.dealer 1
expect credit 18
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 7,18
expect cinque.total 32,18
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/AHKHQHJHTH/ACKCQCTC9C/KDQDJDTD9D/8H8C8S9H7D
press DEAL
settle
expect cinque.dealer 0
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.total 39,25
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
expect cinque.dealer 1
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 0,0
expect cinque.total 39,25
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
expect cinque.dealer 0
expect cinque.deal 5
press DOUBLE
settle
press BET
settle
press DEAL
settle
press DOUBLE
settle

# Twice the stake, and a stake for the deal with all 25 points.
expect cinque.points 18,7
expect cinque.total 57,32
expect cinque.result won
expect win 6
expect credit 24
expect legends.BET PUNTATA
expect meters.turnover 2
expect meters.won 6
expect meters.games_played 1
expect games.cinque_mani '{"played": 1, "won": 1, "staked": 2, "paid": 6}'

# Another one, from the other dealer on; nobody goes away by mistake.
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect credit 22
expect cinque.deal 1
expect cinque.dealer 1
expect cinque.total 0,0
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
press HOLD5
expect legends.HOLD5 CONFERMA?
expect state result
wait 3.1
expect legends.HOLD5 MENU
press HOLD5
wait 1
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect state build
expect cinque.deal 2
expect credit 22
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.total 50,0

press HOLD5
press HOLD5
settle
expect mode menu
expect credit 22
expect meters.turnover 4
expect meters.won 6
expect meters.games_played 2
expect meters.games_lost 1
expect games.cinque_mani '{"played": 2, "won": 1, "staked": 4, "paid": 6}'
press HOLD3
settle
expect state stake
expect lamps HOLD1,HOLD3,HOLD4,HOLD5,DEAL,BET
