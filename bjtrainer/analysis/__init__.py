"""What each action is worth, exactly: dealer outcomes, values, splits, whole strategies.

>>> from bjtrainer.analysis import Hand, Rank, Situation, find_rules, solve
>>> values = solve(find_rules("vegas-downtown"))
>>> eights = Situation(hand=Hand.parse("88"), upcard=Rank.parse("T"))
>>> {str(action): round(value, 6) for action, value in values.of(eights).items()}
{'hit': -0.526181, 'stand': -0.529565, 'double': -1.052362, 'split': -0.463479}
>>> f"{values.edge().total:.6%}"
'-0.380445%'
"""

from bjtrainer.analysis.evaluate import Edge, evaluate
from bjtrainer.analysis.stock import stock_without
from bjtrainer.analysis.strategy import MixedStrategy, Strategy
from bjtrainer.analysis.values import SPLIT_STRATEGY, Values, solve
from bjtrainer.cards import Rank
from bjtrainer.game.actions import Action, Situation
from bjtrainer.game.hand import Hand
from bjtrainer.rules.load import find_rules, load_rules
from bjtrainer.rules.model import Rules

__all__ = [
    "SPLIT_STRATEGY",
    "Action",
    "Edge",
    "Hand",
    "MixedStrategy",
    "Rank",
    "Rules",
    "Situation",
    "Strategy",
    "Values",
    "evaluate",
    "find_rules",
    "load_rules",
    "solve",
    "stock_without",
]
