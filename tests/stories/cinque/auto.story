# Four presses a deal with AUTO: all laid, confirmed, turned up, the next cards. Beaten 18 to 7.
coin 200
settle
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET
expect legends.HOLD3 "CINQUE MANI"
press HOLD3
settle
expect mode cinque_mani
expect state stake
expect bet 1
expect cinque.players 2
expect lamps HOLD1,HOLD3,HOLD4,HOLD5,DEAL,BET
expect legends.HOLD1 "GIOCATORI 2"
expect legends.HOLD4 REGOLE
expect legends.HOLD5 MENU
expect legends.DEAL "DAI CARTE"
expect legends.BET PUNTATA
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D
press DEAL
settle
expect presses 2
expect state build
expect credit 19
expect cinque.removed AD,JC,QS,9S,8D,7H,7C
expect cinque.dealer 0
expect cards nothing
press DOUBLE
settle
expect state table
expect cinque.plan climbing
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET,DOUBLE
expect legends.HOLD1 "MANO 1"
expect legends.HOLD2 "MANO 2"
expect legends.HOLD3 "MANO 3"
expect legends.HOLD4 "MANO 4"
expect legends.HOLD5 "MANO 5"
expect legends.DEAL CONFERMA
expect legends.BET PROPOSTA
expect legends.DOUBLE RIFAI
press DEAL
settle
expect state reveal
expect lamps DEAL,DOUBLE
expect legends.DEAL SCOPRI
expect legends.DOUBLE TUTTE
press DOUBLE
settle
expect state result
expect cinque.points 7,18
expect cinque.result lost
expect win 0
expect credit 19
expect lamps HOLD1,HOLD5,DEAL,BET
expect legends.HOLD1 RISPOSTA
expect legends.HOLD5 MENU
expect legends.DEAL PROSSIMA
expect legends.BET PUNTATA

# The fourth press takes the next stake and deals; now the other one is the dealer.
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D
press DEAL
settle
expect presses 6
expect state build
expect credit 18
expect cinque.deal 1
expect cinque.dealer 1
expect meters.turnover 2
expect meters.games_played 1
expect meters.games_lost 1
