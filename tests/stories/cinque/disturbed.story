# Coins, key, door and another language in every state leave it as it is.
coin 100
settle
press HOLD3
settle
coin 10
settle
key operator on
key operator off
door open
settle
expect mode fault
expect lamps nothing
door close
settle
expect mode cinque_mani
expect state stake
expect credit 11
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press DEAL
settle
coin 10
settle
key operator on
key operator off
door open
settle
door close
settle
expect state build
expect cards AH,KH,QH,JH,TH
expect credit 11
lang ru
settle
expect state build
lang it
settle
press DOUBLE
settle
coin 10
settle
key operator on
expect mode operator
coin 10
key operator off
settle
expect state table
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
press HOLD1
settle
coin 10
settle
door open
settle
door close
settle
expect state lifted
expect legends.HOLD1 APRI
press HOLD1
settle
coin 10
settle
key operator on
key operator off
settle
expect state opened
press HOLD4
settle
coin 10
settle
door open
door close
settle
expect state card_in_hand
press HOLD2
settle
coin 10
settle
lang en
settle
expect legends.BET CANCEL
lang it
settle
key operator on
key operator off
settle
expect state opened_second
expect legends.HOLD5 "FULL NIENTE"
press HOLD5
settle
expect cinque.hands 8H8C8S7S7D,ASKSJSTS9H,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
press DEAL
settle
coin 10
settle
expect state reveal
press DOUBLE
settle
coin 10
settle
expect state result
expect cinque.points 21,4
door open
settle
door close
settle
expect state result
expect cinque.result won
