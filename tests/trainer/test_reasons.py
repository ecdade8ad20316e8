"""What is said about decisions: every figure is the hand's own, and nothing contradicts another.

Each sentence with a figure is read back by a pattern, and its figures are computed a second time:
values from the solved game, chances of the next card by going through every hole card.
"""

from __future__ import annotations

import os
import re
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from bjtrainer.analysis.values import solve
from bjtrainer.cards import RANKS, Rank
from bjtrainer.charts.derive import derive_plan
from bjtrainer.charts.files import chart_path, load_chart
from bjtrainer.charts.model import Cell, Method
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.game.round import Phase
from bjtrainer.rules.load import find_rules, override, shipped_games
from bjtrainer.rules.model import HoleCard, Rules
from bjtrainer.trainer.dealing import round_at
from bjtrainer.trainer.explain import headline, hint, reason, second_hint, to_weigh
from bjtrainer.trainer.groups import groups_of, rule_of
from bjtrainer.trainer.judge import judge
from bjtrainer.trainer.plays import Plays
from bjtrainer.trainer.question import Insurance, ask
from bjtrainer.trainer.spots import Decision, Spot

DOING = {
    "hitting": Action.HIT,
    "standing": Action.STAND,
    "doubling": Action.DOUBLE,
    "splitting": Action.SPLIT,
    "surrendering": Action.SURRENDER,
}
DOES = "|".join(DOING)


def unseen_pairs(rules: Rules, hand: Hand, upcard: Rank):
    """Every hole card and next card after it, with the ways to deal them.

    Without those that are a blackjack, where the dealer has looked for one.
    """
    peeks = rules.hole_card is HoleCard.PEEK
    left = {rank: (16 if rank is Rank.TEN else 4) * rules.decks for rank in RANKS}
    for rank in (*hand, upcard):
        left[rank] -= 1
    for hole, drawn in product(RANKS, RANKS):
        if not (peeks and Hand((upcard, hole)).ace_ten):
            yield drawn, left[hole] * (left[drawn] - (hole is drawn))


@cache
def one_card_more(rules: Rules, hand: Hand, upcard: Rank):
    """The hands that a hand may become by one more card, with the ways to deal each."""
    ways = dict.fromkeys(RANKS, 0)
    for drawn, times in unseen_pairs(rules, hand, upcard):
        ways[drawn] += times
    return [(hand + drawn, times) for drawn, times in ways.items()]


def chance(rules: Rules, hand: Hand, upcard: Rank, wanted) -> float:
    """The chance that the hand with one more card is as wanted."""
    hands = one_card_more(rules, hand, upcard)
    return sum(ways for drawn, ways in hands if wanted(drawn)) / sum(ways for _, ways in hands)


class Said:
    """A text whose sentences are taken out as they are checked."""

    def __init__(self, text: str) -> None:
        self.text = text

    def take(self, pattern: str):
        """Every match of a pattern, which leaves the text with it."""
        found = list(re.finditer(pattern, self.text))
        self.text = re.sub(pattern, "…", self.text)
        return found

    def all_checked(self) -> bool:
        return not re.search(r"[¢%]", self.text)


def check_chances(said: Said, question, values) -> None:
    """Check every percentage."""
    rules, hand, upcard = question.round.rules, question.hand, question.upcard.rank
    dealer = values.dealer(Situation(hand=hand, upcard=upcard))
    loses = sum(dealer[str(total)] for total in range(max(17, hand.total + 1), 22))
    loses += dealer.get("blackjack", 0)
    wins = 1 - loses - dealer.get(str(hand.total), 0)
    busts = chance(rules, hand, upcard, lambda drawn: drawn.bust)

    def same(written: str, computed: float) -> bool:
        return abs(float(written) - 100 * computed) <= 0.5 + 1e-9

    for found in said.take(r"dealer busts,? (\d+) % of the time(?: from an? \w+)?"):
        assert same(found[1], dealer["bust"])
    for found in said.take(r"(\d+) as it stands wins (\d+) % and loses (\d+) % of the time"):
        assert found[1] == str(hand.total)
        assert same(found[2], wins)
        assert same(found[3], loses)
    for found in said.take(r"standing wins (\d+) % and loses (\d+) %"):
        assert same(found[1], wins)
        assert same(found[2], loses)
    for found in said.take(r"[Oo]ne card busts you (\d+) % of the time"):
        assert same(found[1], busts)
        assert busts > 0
    for _ in said.take(r"[Nn]o one card can bust you"):
        assert busts == 0
    for _ in said.take(r"standing wins only (when|then)"):
        assert hand.total < 17
    for found in said.take(r"(\d+) % of the cards better it"):
        better = chance(rules, hand, upcard, lambda drawn: hand.total < drawn.total <= 21)
        assert same(found[1], better)
    for found in said.take(r"Of the cards to come, (\d+) % make 19 or better"):
        assert same(found[1], chance(rules, hand, upcard, lambda drawn: 19 <= drawn.total <= 21))
    for found in said.take(r"each is an 11, and (\d+) % of the cards make 21"):
        tens = chance(rules, hand, upcard, lambda drawn: drawn.ranks[-1] is Rank.TEN)
        assert same(found[1], tens)


def check_cents(said: Said, verdict) -> None:
    """Check every amount, and that what is called better is worth more."""
    worth = verdict.values

    def same(written: str, wagers: float) -> bool:
        digits = len(written.partition(".")[2])
        return abs(float(written) - abs(100 * wagers)) <= 0.5 * 10**-digits + 1e-9

    def value_of(word: str, verb: str, written: str) -> float:
        value = worth[DOING[word.lower()]]
        assert (value < 0) == (verb == "loses")
        assert same(written, value)
        return value

    pattern = (
        rf"(?i:({DOES})) (wins|loses) ([\d.]+) ¢ of every \$1, "
        rf"({DOES})(?: (wins|loses))? ([\d.]+) ¢"
    )
    for found in said.take(pattern):
        first, verb, amount, second, other_verb, other_amount = found.groups()
        better = value_of(first, verb, amount)
        assert better > value_of(second, other_verb or verb, other_amount)
        assert float(amount) != float(other_amount) or verb != (other_verb or verb)
    pattern = (
        r"A single card wins ([\d.]+) ¢ of every \$1 on it; doubled, that is ([\d.]+) ¢, "
        rf"and ({DOES}) (wins|loses) ([\d.]+) ¢"
    )
    for found in said.take(pattern):
        single, doubled, second, verb, amount = found.groups()
        assert same(single, worth[Action.DOUBLE] / 2)
        assert same(doubled, worth[Action.DOUBLE])
        assert abs(2 * float(single) - float(doubled)) < 0.0501
        assert worth[Action.DOUBLE] > value_of(second, verb, amount)
    for found in said.take(r"A single card (wins|loses) ([\d.]+) ¢ of every \$1 on it"):
        single = worth[Action.DOUBLE] / 2
        assert same(found[2], single)
        assert (single < 0) == (found[1] == "loses")
    for found in said.take(r"It is close: ([\d.]+) ¢ of every \$1"):
        gaps = [abs(one - other) for one in worth.values() for other in worth.values()]
        assert float(found[1]) <= 1
        assert any(same(found[1], gap) for gap in gaps)
    for found in said.take(rf"({DOES}) is better still, by ([\d.]+) ¢"):
        assert DOING[found[1]] is verdict.best
        assert same(found[2], worth[verdict.best] - worth[verdict.chart])


def explained(game):
    """Every legal answer to every first question, with its verdict and the reason."""
    for question in game.first_questions():
        for answer in question.legal:
            verdict = judge(question, answer, game.values)
            yield question, verdict, reason(question, verdict, game.values)


@pytest.fixture(params=shipped_games(), scope="module")
def any_game(request, load_game):
    """Each of all shipped games."""
    return load_game(request.param)


@pytest.fixture(scope="module")
def answers(any_game):
    return tuple(explained(any_game))


def test_every_figure_of_every_reason_is_the_hands_own(any_game, answers):
    checked = 0
    for question, verdict, text in answers:
        said = Said(text)
        check_chances(said, question, any_game.values)
        check_cents(said, verdict)
        assert said.all_checked(), said.text
        checked += 1
    assert checked > 1200


def test_every_reason_is_one_to_three_sentences_about_the_actions_compared(answers):
    for question, verdict, text in answers:
        sentences = re.split(r"(?<=\.) (?=[A-Z])", text)
        assert 2 <= len(sentences) <= 3
        assert all(re.fullmatch(r"[A-Z0-9].*[^ .,]\.", sentence) for sentence in sentences)
        figures = " ".join(sentences[1:]).replace("doubling after a split", "")  # a rule's name
        named = {DOING[word.lower()] for word in re.findall(rf"(?i:{DOES})", figures)}
        if "doubled, that is" in text:
            named.add(Action.DOUBLE)
        assert named <= set(question.legal)
        assert verdict.chart in named
        assert verdict.answer in named


def test_close_is_said_of_close_values_alone(answers):
    said = 0
    for _, verdict, text in answers:
        if "close" in text:
            worth = sorted(verdict.values.values())
            assert min(more - less for less, more in pairwise(worth)) < 0.01
            said += 1
    assert said > 5


def test_headlines_say_what_was_given_away(answers):
    for question, verdict, _ in answers:
        line = headline(question, verdict)
        chart = f"{question.hand} v {question.upcard.rank} is {question.code}"
        word = str(verdict.answer).capitalize()
        if verdict.right:
            assert re.match(rf"{word} is right[ ,:]", line)
            assert ("better here than the chart" in line) == verdict.beats_chart
            assert line.endswith(f"{chart}.")
        else:
            assert line.startswith(f"{word} gives away ")
            assert f" ¢ of every $1 bet here ({verdict.severity}). " in line
            amount = float(line.removeprefix(f"{word} gives away ").partition(" ")[0])
            assert amount == pytest.approx(100 * verdict.cost, abs=0.05)
            assert line.endswith(f" {str(verdict.chart).capitalize()}: {chart}.")


def test_an_exception_to_the_chart_is_said_to_be_one(vegas_downtown):
    exceptions = set()
    for question, verdict, text in explained(vegas_downtown):
        exceptional = verdict.best is not verdict.chart
        assert ("; these cards are the exception." in text) == (exceptional and verdict.right)
        assert ("is better still, by" in text) == (exceptional and not verdict.right)
        if exceptional:
            exceptions.add(f"{question.hand} v {question.upcard.rank}")
    assert {"2T v 4", "2T v 6"} & exceptions
    assert len(exceptions) > 3


def test_drawn_to_and_split_hands_are_explained_by_their_own_figures(any_game, answer_at_random):
    rng, session = Random(8), any_game.start("default", seed=8, count=150)
    while session.question:
        session = answer_at_random(session, rng)
        question, verdict = session.last.question, session.last.verdict
        if question.phase is Phase.PLAYER:
            said = Said(reason(question, verdict, any_game.values))
            check_chances(said, question, any_game.values)
            check_cents(said, verdict)
            assert said.all_checked(), said.text


CHANGES = {
    "the dealer hitting soft 17: if the dealer stood on it": "soft_17=stand",
    "doubling after a split: without it": "double_after_split=no",
    "the dealer checking for blackjack: without a hole card": "hole_card=none",
    "the number of decks: with one deck": "decks=1",
    "the number of decks: with two decks": "decks=2",
    "the number of decks: with eight decks": "decks=8",
}


@pytest.fixture(scope="module")
def other_charts(game):
    """The chart of the game with one rule changed, derived, for each change."""
    return {
        change: derive_plan(game.solve(override(game.rules, [change])), Method.WHOLE_GAME).codes()
        for change in CHANGES.values()
    }


def test_what_a_reason_hangs_on_turns_the_chart_over(game, other_charts):
    hanging, answers = set(), tuple(explained(game))
    for question, _, text in answers:
        if found := re.search(r"It hangs on (.*), the chart would (\w+)\.$", text):
            code = other_charts[CHANGES[found[1]]][Cell.parse(question.cell)]
            instead = next(action for action in code.actions if action in question.legal)
            assert str(instead) == found[2] != str(question.chart)
            hanging.add(question)
    for question in dict.fromkeys(question for question, _, _ in answers):
        code = other_charts["soft_17=stand"][Cell.parse(question.cell)]
        instead = next(action for action in code.actions if action in question.legal)
        if instead is not question.chart is game.values.best(question.situation):
            assert question in hanging


@pytest.mark.parametrize(
    ("slug", "hand", "rule", "otherwise"),
    [
        ("las-vegas-downtown", "65 v A", "hitting soft 17", "hit"),
        ("vegas-downtown", "A7 v 2", "hitting soft 17", "stand"),
        ("vegas-downtown", "A8 v 6", "hitting soft 17", "stand"),
        ("vegas-downtown", "66 v 7", "doubling after a split", "hit"),
        ("las-vegas-downtown", "88 v A", "hitting soft 17", "split"),
    ],
)
def test_rules_that_known_cells_hang_on(load_game, slug, hand, rule, otherwise):
    """By cases/README.md "Chart belongs to the rules", ux.md and analysis.md."""
    game = load_game(slug)
    question = game.question(*hand.split(" v "))
    text = reason(question, judge(question, question.chart, game.values), game.values)
    assert re.search(rf"It hangs on [\w ]*{rule}: .*, the chart would {otherwise}\.$", text)


@pytest.mark.parametrize(
    ("game", "pair", "upcard", "said"),
    [
        (
            "vegas-downtown",
            "88",
            "2",
            "88 v 2 is P (pairs can be split to 4 hands at most in this game); as hard 16, S.",
        ),
        (
            "vegas-downtown",
            "33",
            "4",
            "33 v 4 is P (pairs can be split to 4 hands at most in this game); as hard 6, H.",
        ),
    ],
)
def test_a_pair_that_cannot_be_split_is_its_total_and_says_so(game, pair, upcard, said):
    rules, chart = find_rules(game), load_chart(chart_path(game))
    spot = Spot(
        Cell.parse(f"hard {Hand.parse(pair).total} v {upcard}"), frozenset({Decision.NO_SPLIT})
    )
    question = ask(round_at(Plays(rules, chart), spot, Random(1)), chart, n=1, round_number=1)
    assert str(question.hand) == pair
    assert headline(question, judge(question, question.chart, solve(rules))).endswith(said)
    assert second_hint(question).endswith(said)
    first = hint(question, rule_of(groups_of(chart), question.cell), solve(rules))
    assert first.startswith("Pairs can be split to 4 hands at most in this game. The rule for hard")


def test_insurance_is_explained_by_the_tens_that_are_left(any_game):
    for question in any_game.insurance_questions():
        chance_of_ten = float(any_game.values.dealer_blackjack(question.hand, Rank.ACE))
        for answer in Insurance:
            verdict = judge(question, answer, any_game.values)
            text = reason(question, verdict, any_game.values)
            assert (
                f"33.3 % of the time; with these cards gone it is {100 * chance_of_ten:.1f} %."
                in text
            )
            cost = -100 * verdict.values[Insurance.YES]
            told = f"{headline(question, verdict)} {text}"
            assert told.count(f"Insurance gives away {cost:.1f} ¢ of every $1 bet") == 1
            assert question.hand.ace_ten == ("uninsured it is worth" in text)
            if question.hand.ace_ten:
                assert f"{150 * (1 - chance_of_ten):.1f} ¢" in text


def test_the_rule_of_thumb_is_about_the_row_and_says_the_answer(any_game):
    questions, groups = 0, groups_of(any_game.chart)
    for question in (*any_game.first_questions(), *any_game.insurance_questions()):
        text = rule_of(groups, question.cell).sentence
        found = re.fullmatch(
            r"The rule for (hard|soft|pairs?|insurance)( [^:]+)?: ([^:.]+)\.", text
        )
        assert found, text
        assert question.cell.startswith(found[1].removesuffix("s"))
        if question.chart is Insurance.NO:
            assert found[3] == "never take it"
        else:
            assert re.search(rf"\b{question.chart}\b", found[3])
        questions += 1
    assert questions > 570


def test_a_hint_is_the_rule_and_what_there_is_to_weigh_and_no_more(any_game):
    groups = groups_of(any_game.chart)
    for question in any_game.first_questions():
        rule = rule_of(groups, question.cell).sentence
        text = hint(question, rule_of(groups, question.cell), any_game.values)
        assert text.startswith(f"{rule} ")
        said = Said(text.removeprefix(f"{rule} "))
        words = re.sub(r"pair of \w+|standing wins", "", said.text).lower()
        assert not re.search(r"doubl|split|surrender|hit\b|hitting|stand\b|best|right", words)
        assert said.text.startswith(("A pair of", "Hard", "Soft"))
        check_chances(said, question, any_game.values)
        assert said.all_checked()
    for question in any_game.insurance_questions():
        assert hint(question, rule_of(groups, question.cell), any_game.values) == (
            "The rule for insurance: never take it. "
            "Insurance pays 2:1: it is worth taking when the dealer has a ten under the ace more "
            "than 33.3 % of the time."
        )


def test_the_second_hint_is_the_answer(any_game):
    for question in (*any_game.first_questions(), *any_game.insurance_questions()):
        word = "No insurance" if question.chart is Insurance.NO else str(question.chart)
        second = second_hint(question)
        assert second.startswith(f"{word.capitalize()}: ")
        assert second.endswith((f" is {question.code}.", f"({question.code})."))


def test_a_game_without_surrender_never_says_the_word(vegas_downtown):
    for question, verdict, text in explained(vegas_downtown):
        said = text + headline(question, verdict) + to_weigh(question, vegas_downtown.values)
        assert "surrender" not in said.lower()
    assert "surrender" not in "".join(group.line for group in groups_of(vegas_downtown.chart))


PAGE = Path(__file__).parent.parent / "golden" / "reasons.txt"
ON_THE_PAGE = {
    "vegas-downtown": (
        "A7 v 6, T6 v T, 88 v T, AA v 6, 22 v 8, 66 v 7, 55 v 6, T2 v 4, A34 v 5, T42 v T, "
        "54 v 7, 66 v 8, A2 v 5, A8 v 6, TT v 6, T6 v insurance, AT v insurance"
    ),
    "las-vegas-downtown": "T6 v T, 88 v A, T7 v A, 65 v A, T5 v T, 44 v 6, 98 v 6, 23 v T, A7 v 9",
}


def test_the_page_reads_as_it_did(load_game):
    lines = [
        "Source of truth: exact values; read aloud by people who know the game. To write it anew:",
        "REGENERATE=1 python -m pytest tests/trainer/test_reasons.py -k page",
    ]
    for slug, hands in ON_THE_PAGE.items():
        game = load_game(slug)
        groups = groups_of(game.chart)
        lines += ["", "", game.rules.name]
        for hand, _, upcard in (text.partition(" v ") for text in hands.split(", ")):
            insured = upcard == "insurance"
            question = game.insurance_question(hand) if insured else game.question(hand, upcard)
            rule = rule_of(groups, question.cell)
            lines += ["", f"? {hint(question, rule, game.values)}"]
            lines.append(f"?? {second_hint(question)}")
            for answer in question.legal:
                verdict = judge(question, answer, game.values)
                lines.append(f"{'+' if verdict.right else '-'} {headline(question, verdict)}")
                lines.append(f"    {reason(question, verdict, game.values)}")
    page = "\n".join(lines) + "\n"
    if os.environ.get("REGENERATE"):
        PAGE.write_text(page, encoding="utf-8")
    assert page == PAGE.read_text(encoding="utf-8")
