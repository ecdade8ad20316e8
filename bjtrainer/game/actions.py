"""What a player may do, decided here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from bjtrainer.cards import Rank
from bjtrainer.errors import IllegalAction
from bjtrainer.game.hand import Hand
from bjtrainer.game.money import dollars
from bjtrainer.rules.model import DoubleOn, Rules, SplitAcesDraw, SplitBy, Surrender


class Action(Enum):
    """The five decisions about a hand; the value is the word that a player says."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"

    @property
    def letter(self) -> str:
        """The key of the action: ``h s d p r``.

        >>> "".join(action.letter for action in Action)
        'hsdpr'
        """
        return _LETTERS[self]

    def __str__(self) -> str:
        return str(self.value)


_LETTERS = {
    Action.HIT: "h",
    Action.STAND: "s",
    Action.DOUBLE: "d",
    Action.SPLIT: "p",
    Action.SURRENDER: "r",
}

_DOUBLE_TOTALS = {
    DoubleOn.ANY: range(2, 22),
    DoubleOn.NINE_TO_ELEVEN: range(9, 12),
    DoubleOn.TEN_ELEVEN: range(10, 12),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """All that decides what a player may do with a hand.

    ``split_hands`` counts the hands that this box's bet has become: 1 when nothing was split.
    ``one_denomination`` is False for two ten-valued cards with different faces (K and J).
    ``affordable`` is False when the player's balance does not hold another bet of this size.
    """

    hand: Hand
    upcard: Rank
    split_hands: int = 1
    one_denomination: bool = True
    affordable: bool = True

    @property
    def from_split(self) -> bool:
        """Whether the hand comes from a split."""
        return self.split_hands > 1

    @property
    def from_split_aces(self) -> bool:
        """Whether the hand is one of split aces: its first card is then an ace."""
        return self.from_split and self.hand.ranks[0] is Rank.ACE


def legal_actions(rules: Rules, situation: Situation) -> tuple[Action, ...]:
    """Give the actions that are legal and affordable now, in the order of ``Action``.

    Empty for a hand that is over by itself: 21, bust, the card limit, a charlie, a split ace with
    its one card.

    >>> rules = Rules(name="Example", slug="example", surrender=Surrender.LATE)
    >>> situation = Situation(hand=Hand.parse("88"), upcard=Rank.TEN)
    >>> [str(action) for action in legal_actions(rules, situation)]
    ['hit', 'stand', 'double', 'split', 'surrender']
    """
    if _why_finished(rules, situation.hand):
        return ()
    return tuple([action for action, why in _WHY_NOT.items() if why(rules, situation) is None])


def check_legal(rules: Rules, situation: Situation, action: Action) -> None:
    """Raise ``IllegalAction`` with the reason unless the action is legal and affordable."""
    if reason := why_not(rules, situation, action):
        raise IllegalAction(reason)


def why_not(rules: Rules, situation: Situation, action: Action) -> str | None:
    """Say why an action is not allowed now; None when it is.

    >>> rules = Rules(name="Example", slug="example")
    >>> why_not(rules, Situation(hand=Hand.parse("T44"), upcard=Rank.SIX), Action.SPLIT)
    'only the first two cards can be split'
    """
    return _why_finished(rules, situation.hand) or _WHY_NOT[action](rules, situation)


def why_over(rules: Rules, situation: Situation) -> str | None:
    """Say why a hand takes no more decisions; None while its player has one to make.

    >>> rules = Rules(name="Example", slug="example")
    >>> why_over(rules, Situation(hand=Hand.parse("T65"), upcard=Rank.SIX))
    'a hand of 21 stands by itself'
    """
    return why_not(rules, situation, Action.STAND)


def is_charlie(rules: Rules, hand: Hand) -> bool:
    """Whether a hand wins at once because it has so many cards and is not bust.

    A doubled hand is one too, where three cards are enough.

    >>> rules = Rules(name="Example", slug="example", charlie=5)
    >>> [is_charlie(rules, Hand.parse(text)) for text in ("23456", "A2345", "2345", "T2345")]
    [True, True, False, False]
    """
    return rules.charlie is not None and len(hand) >= rules.charlie and not hand.bust


def _why_finished(rules: Rules, hand: Hand) -> str | None:
    total = hand.total
    if total > 21:
        return "the hand is bust"
    if is_charlie(rules, hand):
        return f"a hand of {rules.charlie} cards wins at once"
    if total == 21:
        return "a hand of 21 stands by itself"
    if rules.card_limit is not None and len(hand) >= rules.card_limit:
        return f"a hand of {rules.card_limit} cards stands by itself"
    return None


def _why_one_card(rules: Rules, situation: Situation) -> str | None:
    if (
        situation.from_split_aces
        and len(situation.hand) >= 2
        and rules.split_aces_draw is SplitAcesDraw.ONE
    ):
        return "split aces get one card each"
    return None


def _why_no_stand(rules: Rules, situation: Situation) -> str | None:
    # A split ace with its one card stands by itself, unless it can be split again.
    one_card = _why_one_card(rules, situation)
    return one_card if one_card and _why_no_split(rules, situation) else None


def _why_no_double(rules: Rules, situation: Situation) -> str | None:  # noqa: PLR0911
    hand = situation.hand
    if len(hand) != 2:
        return "only the first two cards can be doubled"
    if one_card := _why_one_card(rules, situation):
        return one_card
    if situation.from_split and not rules.double_after_split:
        return "no doubling after a split in this game"
    if hand.soft and not rules.double_soft:
        return "soft hands cannot be doubled in this game"
    if hand.total not in _DOUBLE_TOTALS[rules.double_on]:
        return f"only totals of {rules.double_on.value} can be doubled in this game"
    if not situation.affordable:
        return "the balance does not hold another bet to double with"
    return None


def _why_no_split(rules: Rules, situation: Situation) -> str | None:  # noqa: PLR0911
    hand = situation.hand
    if len(hand) != 2:
        return "only the first two cards can be split"
    if hand.pair is None:
        return "only two cards of the same value can be split"
    if not situation.one_denomination and rules.split_by is SplitBy.DENOMINATION:
        return "only two cards of the same denomination can be split in this game"
    limit = rules.max_ace_hands if hand.pair is Rank.ACE else rules.max_hands
    if limit == 1:
        return f"{'aces' if hand.pair is Rank.ACE else 'pairs'} cannot be split in this game"
    if situation.split_hands >= limit:
        of_what = "aces" if hand.pair is Rank.ACE else "pairs"
        return f"{of_what} can be split to {limit} hands at most in this game"
    if not situation.affordable:
        return "the balance does not hold another bet to split with"
    return None


def _why_no_surrender(rules: Rules, situation: Situation) -> str | None:
    if rules.surrender is Surrender.NONE:
        return "there is no surrender in this game"
    if situation.upcard in rules.surrender_except:
        return f"no surrender against {situation.upcard} in this game"
    if situation.from_split:
        return "no surrender after a split"
    if len(situation.hand) != 2:
        return "only the first two cards can be surrendered"
    return None


_WHY_NOT: dict[Action, Callable[[Rules, Situation], str | None]] = {
    Action.HIT: _why_one_card,
    Action.STAND: _why_no_stand,
    Action.DOUBLE: _why_no_double,
    Action.SPLIT: _why_no_split,
    Action.SURRENDER: _why_no_surrender,
}


def why_no_insurance(
    rules: Rules, hand: Hand, upcard: Rank, *, affordable: bool = True
) -> str | None:
    """Say why insurance is not offered on a starting hand; None when it is.

    ``affordable`` is False when the player's balance does not hold half the bet.

    >>> why_no_insurance(Rules(name="E", slug="e"), Hand.parse("T6"), Rank.TEN)
    'insurance is offered against an ace only'
    """
    if not rules.insurance:
        return "there is no insurance in this game"
    if upcard is not Rank.ACE:
        return "insurance is offered against an ace only"
    if hand.ace_ten and not rules.insurance_with_blackjack:
        return "no insurance with a blackjack in this game"
    if not affordable:
        return "the balance does not hold half the bet to insure with"
    return None


def why_no_bet(rules: Rules, bet_cents: int, funds_cents: int | None = None) -> str | None:
    """Say why a bet is not accepted; None when it is. ``funds_cents`` None is a full purse.

    >>> why_no_bet(Rules(name="E", slug="e"), 25_000)
    'the bet is $250; the largest bet in this game is $200'
    """
    if bet_cents < rules.min_bet:
        reason = f"the smallest bet in this game is {dollars(rules.min_bet)}"
    elif bet_cents > rules.max_bet:
        reason = f"the largest bet in this game is {dollars(rules.max_bet)}"
    elif bet_cents % (chip := min(rules.chips)):
        reason = f"bets in this game are multiples of {dollars(chip)}"
    elif funds_cents is not None and bet_cents > funds_cents:
        reason = f"the balance is {dollars(funds_cents)}"
    else:
        return None
    return f"the bet is {dollars(bet_cents)}; {reason}"


def why_no_bets(
    rules: Rules, bets_cents: Sequence[int], funds_cents: int | None = None
) -> str | None:
    """Say why bets on several boxes are not accepted together; None when they are.

    Each must be one that ``why_no_bet`` takes, and together they must not exceed the funds.

    >>> five = Rules(name="E", slug="e", boxes=5)
    >>> why_no_bets(five, [500, 1_500], funds_cents=1_900)
    'the bets are $20 together; the balance is $19'
    """
    if not bets_cents:
        return f"there is no bet; the smallest in this game is {dollars(rules.min_bet)}"
    if len(bets_cents) > rules.boxes:
        boxes = "one hand" if rules.boxes == 1 else f"{rules.boxes} hands"
        return f"there are {len(bets_cents)} bets; this game takes bets on {boxes} at most"
    if len(bets_cents) == 1:
        return why_no_bet(rules, bets_cents[0], funds_cents)
    for bet_cents in bets_cents:
        if reason := why_no_bet(rules, bet_cents):
            return reason
    together = sum(bets_cents)
    if funds_cents is not None and together > funds_cents:
        return f"the bets are {dollars(together)} together; the balance is {dollars(funds_cents)}"
    return None
