"""Money in whole cents: nothing is ever rounded."""

from __future__ import annotations

from fractions import Fraction

_HALF = Fraction(1, 2)


def in_full(cents: int) -> str:
    """Write an amount with its cents, so that amounts can stand one below the other.

    >>> [in_full(cents) for cents in (500, -250, 120_000)]
    ['$5.00', '-$2.50', '$1,200.00']
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}.{rest:02}"


def dollars(cents: int) -> str:
    """Write an amount as a person reads it, without cents where there are none.

    >>> [dollars(cents) for cents in (500, 750, -250, 120_000)]
    ['$5', '$7.50', '-$2.50', '$1,200']
    """
    return in_full(cents).removesuffix(".00")


def gained(cents: int) -> str:
    """Write an amount with its sign: what was gained or lost.

    >>> [gained(cents) for cents in (500, -250, 0)]
    ['+$5.00', '-$2.50', '$0.00']
    """
    return f"+{in_full(cents)}" if cents > 0 else in_full(cents)


def at_odds(cents: int, odds: Fraction) -> int:
    """Give what an amount pays at these odds, in whole cents.

    >>> at_odds(500, Fraction(3, 2))
    750
    """
    paid, rest = divmod(cents * odds.numerator, odds.denominator)
    if rest:
        raise ValueError(f"{dollars(cents)} at {odds} is not a whole number of cents")
    return paid


def half(cents: int) -> int:
    """Give half a bet, what insurance costs and surrender gives up, in whole cents.

    >>> half(500)
    250
    """
    return at_odds(cents, _HALF)
