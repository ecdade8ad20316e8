"""What is said at the table about hands and money, on the screen and in lines."""

from __future__ import annotations

from collections.abc import Iterator

from bjtrainer.cli.drill_words import miss_line
from bjtrainer.cli.play_tally import Tally, bet_cents, cost_cents
from bjtrainer.cli.spans import Line, cards
from bjtrainer.game.bankroll import Bankroll
from bjtrainer.game.events import (
    CardDealt,
    DealerChecked,
    Decided,
    HandOver,
    HandSettled,
    InsuranceSettled,
    Outcome,
)
from bjtrainer.game.hand import Hand
from bjtrainer.game.money import gained, in_full
from bjtrainer.game.player_hand import PlayerHand
from bjtrainer.game.round import Phase, Round
from bjtrainer.seat.seat import Seat
from bjtrainer.seat.telling import totals
from bjtrainer.stats.played import MoveKind
from bjtrainer.trainer.explain import headline
from bjtrainer.trainer.summary import Answered
from bjtrainer.trainer.wording import cents, counted, percent

_DOLLAR = 100


def total_of(player: PlayerHand) -> str:
    """Say what one of the player's hands is worth: ``soft 18``, ``blackjack``, ``bust``."""
    return "blackjack" if player.blackjack else _total(player.hand)


def dealer_total(round_: Round) -> str:
    """Say what the dealer's cards came to; nothing where no second one was needed."""
    hand = round_.dealer_hand
    if len(hand) == 1:
        return ""
    if hand.ace_ten:
        return "blackjack"
    return f"{hand.total}, bust" if hand.bust else str(hand.total)


def result_lines(round_: Round) -> Iterator[str]:
    """Say how each bet of a finished round ended, in money, and all of them together.

    >>> from random import Random
    >>> from bjtrainer.game.actions import Action
    >>> from bjtrainer.game.round import deal
    >>> from bjtrainer.game.shoe import Shoe
    >>> from bjtrainer.rules.model import Rules
    >>> round_ = deal(Rules(name="E", slug="e"), 500, Shoe.shuffled(6, Random(3)))
    >>> list(result_lines(round_.act(Action.STAND)))
    ['4 against 17: lost $5.00']
    """
    several = len(round_.hands) > 1
    for number, ended in enumerate(hand_results(round_), 1):
        yield f"Hand {number}: {ended}" if several else ended[:1].upper() + ended[1:]
    yield from other_results(round_)


def hand_results(round_: Round) -> Iterator[str]:
    """Say of each hand of a finished round how it ended, in money."""
    for result in round_.results:
        yield _ended(round_, result)


def other_results(round_: Round) -> Iterator[str]:
    """Say how insurance ended, and what came of all bets together where there are several."""
    for insurance in round_.insurance_results:
        yield insurance_line(insurance, round_)
    if len(round_.hands) > 1 or round_.insurance_results:
        yield f"In all: {won_or_lost(round_.payout_cents)}"


def insurance_line(settled: InsuranceSettled, round_: Round) -> str:
    """Say how the insurance of a box ended, which can be while the round goes on."""
    return f"{insurance_of(settled.box, round_)}: {won_or_lost(settled.payout_cents)}"


def insurance_of(box: int, round_: Round) -> str:
    """Name the insurance of a box; the only one needs no number."""
    return f"Insurance of bet {box + 1}" if len(round_.insurances_cents) > 1 else "Insurance"


def happened_lines(round_: Round, seen: int) -> Iterator[Line]:
    """Tell what happened in a round after so many events, up to the results; 0 is the deal."""
    for place, event in enumerate(round_.record[seen:], seen):
        match event:
            case CardDealt(hand, card) if seen:
                yield [f"{_whose(hand, round_)}: ", *cards([card])]
            case DealerChecked(blackjack):
                yield f"Dealer looks: {'' if blackjack else 'no '}blackjack"
            case _:
                yield from _remark(round_, place)


def remarks(round_: Round, seen: int) -> Iterator[str]:
    """Say what happened after so many events of a round that its cards do not show."""
    for place in range(seen, len(round_.record)):
        yield from _remark(round_, place)


def _remark(round_: Round, place: int) -> Iterator[str]:
    """Say of one event in a round that goes on what its cards do not show, if it is such a one."""
    match round_.record[place]:
        case InsuranceSettled() as settled if round_.phase is not Phase.DONE:
            yield insurance_line(settled, round_)
        case HandOver(hand, reason) if not (
            isinstance(round_.record[place - 1], Decided) or round_.hands[hand].blackjack
        ):
            yield f"{_whose(hand, round_)}: {reason}"


def moved_line(kind: MoveKind, before: Bankroll, after: Bankroll) -> str:
    """Say what money moved."""
    match kind:
        case MoveKind.REBUY:
            moved = in_full(after.balance_cents - before.balance_cents)
            return f"{moved} moved from the wallet to the table."
        case MoveKind.CASH_OUT:
            return f"{in_full(before.balance_cents)} moved from the table to the wallet."
        case _:
            new = in_full(after.wallet_cents - before.wallet_cents)
            return f"{new} of new play money is in the wallet."


def resumed_line(seat: Seat) -> str:
    """Say which round comes first."""
    return f"{seat.rules.name}: a round was cut off; it comes first, as it stood."


def verdict_line(answered: Answered) -> str:
    """Say how a decision did, and of a miss what that is of this bet."""
    line = headline(answered.question, answered.verdict)
    bet = bet_cents(answered)
    if answered.verdict.right or bet == _DOLLAR:
        return line
    return f"{line} Of this bet of {in_full(bet)} that is {_mean(cost_cents(answered))}."


def summary_lines(seat: Seat, tally: Tally) -> Iterator[str]:
    """Say how a sitting went; with a coach, how much of it was luck."""
    bankroll = seat.bankroll
    money = f"balance {in_full(bankroll.balance_cents)}, wallet {in_full(bankroll.wallet_cents)}"
    if seat.playing:
        money += f"; {in_full(seat.on_table_cents)} on the table in a round that is not over"
    yield (
        f"{counted(tally.settled, 'round')}: {won_or_lost(tally.payout_cents)}; {money}."
        if tally.settled
        else f"{money[:1].upper()}{money[1:]}."
    )
    if not seat.coached:
        return
    summary, split = tally.summary, tally.split
    if summary.accuracy is not None:
        right = f"{summary.right} right ({percent(summary.accuracy, digits=1)})"
        yield f"{counted(summary.asked, 'decision')}, {right}."
    for miss in summary.worst:
        yield f"  {miss_line(miss)}, {_mean(cost_cents(miss))} of {in_full(bet_cents(miss))}"
    if tally.settled:
        yield (
            f"Of the bets in these rounds best play may expect {gained(split.expected_cents)}; "
            f"the cards gave {gained(split.luck_cents)}, "
            f"and decisions cost {in_full(split.cost_cents)}."
        )


def won_or_lost(cents: int) -> str:
    """Say what was gained or lost.

    >>> [won_or_lost(cents) for cents in (750, -500, 0)]
    ['won $7.50', 'lost $5.00', 'nothing won or lost']
    """
    if not cents:
        return "nothing won or lost"
    return f"{'lost' if cents < 0 else 'won'} {in_full(abs(cents))}"


def _ended(round_: Round, result: HandSettled) -> str:
    if result.outcome is Outcome.SURRENDER:
        total = round_.hands[result.hand].hand.total
        return f"{total} surrendered: {won_or_lost(result.payout_cents)}"
    ended = totals(round_, result.hand)
    if result.outcome is Outcome.PUSH:
        return f"{ended}: push, {in_full(result.returned_cents)} back"
    return f"{ended}: {won_or_lost(result.payout_cents)}"


def _total(hand: Hand) -> str:
    if hand.bust:
        return f"{hand.total}, bust"
    if hand.total == 21:
        return "21"
    return f"{'soft' if hand.soft else 'hard'} {hand.total}"


def _mean(amount: float) -> str:
    """Write a mean in cents: as dollars where it is that much, with a part of a cent elsewhere."""
    return in_full(round(amount)) if amount >= _DOLLAR else cents(amount / _DOLLAR)


def _whose(place: int, round_: Round) -> str:
    return "You" if len(round_.hands) == 1 else f"Hand {place + 1}"
