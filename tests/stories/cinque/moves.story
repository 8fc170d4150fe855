# Moves on the table: the same presses undo them, ANNULLA takes back what is half made, RIFAI
# builds again, PROPOSTA leads through the plans.
coin 100
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
press DOUBLE
settle
expect cinque.plan climbing

# Two hands change places, and back.
press HOLD2
settle
expect state lifted
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,BET
expect legends.HOLD1 SCAMBIA
expect legends.HOLD2 APRI
expect legends.HOLD3 SCAMBIA
expect legends.HOLD4 SCAMBIA
expect legends.HOLD5 SCAMBIA
expect legends.BET ANNULLA
press HOLD4
settle
expect state table
expect cinque.plan mine
expect cinque.hands 8H8C8S9H7D,KDQDJDTD9D,ACKCQCTC9C,ASKSJSTS7S,AHKHQHJHTH
press HOLD2
settle
press HOLD4
settle
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH

# Two cards of different hands change places; each key says what both hands would make.
press HOLD1
settle
press HOLD1
settle
expect state opened
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,BET
expect legends.BET ANNULLA
press HOLD4
settle
expect state card_in_hand
expect lamps HOLD2,HOLD3,HOLD4,HOLD5,BET
expect legends.HOLD2 "VERSO MANO 2"
expect legends.HOLD5 "VERSO MANO 5"
expect legends.BET ANNULLA
press HOLD2
settle
expect state opened_second
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,BET
expect legends.HOLD1 "TRIS NIENTE"
expect legends.HOLD2 "TRIS NIENTE"
expect legends.HOLD3 "TRIS NIENTE"
expect legends.HOLD4 "TRIS NIENTE"
expect legends.HOLD5 "FULL NIENTE"
expect legends.BET ANNULLA
press HOLD5
settle
expect state table
expect cinque.hands 8H8C8S7S7D,ASKSJSTS9H,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
press HOLD1
settle
press HOLD1
settle
press HOLD4
settle
press HOLD2
settle
press HOLD5
settle
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH

# An eight for the nine of clubs: the trips become eights and nines, the clubs remain a flush.
press HOLD1
settle
press HOLD1
settle
press HOLD2
settle
press HOLD3
settle
expect legends.HOLD5 "DOPPIA COPPIA COLORE"

# ANNULLA from every half-made state.
press BET
settle
expect state table
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
press HOLD1
settle
press BET
settle
expect state table
press HOLD1
settle
press HOLD1
settle
press BET
settle
expect state table
press HOLD1
settle
press HOLD1
settle
press HOLD5
settle
press BET
settle
expect state table
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH

# PROPOSTA: the same hands in other places, other hands, and the player's own again.
press HOLD1
settle
press HOLD2
settle
expect cinque.hands ASKSJSTS7S,8H8C8S9H7D,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
press BET
settle
expect cinque.plan climbing
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
press BET
settle
expect cinque.plan trap
expect cinque.hands ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH,8H8C8S9H7D
press BET
settle
expect cinque.plan mixed
press BET
settle
expect cinque.plan other
press BET
settle
expect cinque.plan mine
expect cinque.hands ASKSJSTS7S,8H8C8S9H7D,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH

# RIFAI takes all hands up; what the player had laid is still there as LA MIA.
press DOUBLE
settle
expect state build
expect cards nothing
expect cinque.plan nothing
press DOUBLE
settle
expect cinque.plan climbing
press BET
settle
expect cinque.plan trap
press BET
settle
press BET
settle
press BET
settle
expect cinque.plan mine
expect cinque.hands ASKSJSTS7S,8H8C8S9H7D,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH

# All of it was soft: the stake is the one of the deal.
expect credit 9
expect meters.turnover 1
press DEAL
settle
press DOUBLE
settle
expect cinque.points 3,4
