# Settings: refused with credit on the meter, then changed, cut, still there, and as the file again.
coin 100
settle
expect credit 10
key operator on
settle
pin 12345
page settings
settle
expect operator.page settings
expect operator.role operator
expect legends.HOLD3 nothing                  # the first language of the file is the first of all
expect settings nothing
press HOLD2                                   # free play
settle
press HOLD4
settle
expect legends.DEAL PRENDI
press DEAL
settle
expect operator.note operator.settings.credit # somebody's credit stands
expect free_play.is_on false
press BET                                     # sound; the draft is forgotten
settle
press HOLD2                                   # volume
settle
press HOLD4
settle
press DEAL
settle
expect operator.note operator.settings.taken  # this may be changed at any time
expect settings {"sound": {"volume_percent": 75}}
press BET                                     # money: the price of a credit
settle
press HOLD2                                   # the ceiling
settle
press HOLD3
settle
press DEAL
settle
expect operator.note operator.settings.credit
press HOLD2                                   # most at once: 2000
settle
press HOLD4
settle
press DEAL
settle
expect settings.coin.jump_credits 2500
press BET                                     # the pay table is the technician's
settle
expect legends.HOLD4 nothing
expect legends.DEAL nothing
press HOLD2                                   # chip values: a rule, and no game is open
settle
press HOLD3
settle
press DEAL
settle
expect settings.joker_poker.chip_values 1,2,5,10
cut                                           # the key is still turned
settle
expect settings.sound.volume_percent 75
expect settings.coin.jump_credits 2500
expect settings.joker_poker.chip_values 1,2,5,10
expect credit 10
key operator off
settle
press HOLD2                                   # Joker Poker: three chips above the one
settle
press HOLD2
settle
press HOLD2
settle
expect chip_value 5
press HOLD2                                   # 10 credits still pay for one of ten
settle
expect chip_value 10
expect legends.HOLD2 nothing
press HOLD1
settle
press DOUBLE                                  # a hand of two chips of five is open
settle
expect credit 0
key operator on
settle
pin 12345
page settings
press BET
settle
press BET
settle
press BET
settle
press HOLD2
settle
press DOUBLE                                  # chip values as the file has them
settle
expect operator.note operator.settings.open_game
expect settings.joker_poker.chip_values 1,2,5,10
press HOLD5
settle
key operator off
settle
expect state hold
