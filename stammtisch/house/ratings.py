"""How strong players are: the Plackett–Luce model, made for games of more than two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from stammtisch.records import Rating

_model = PlackettLuce()


def rated_as(account: str) -> str:
    """Bots of one level share one rating, whatever seat they take."""
    return account.rsplit(":", 1)[0] if account.startswith("bot:") else account


def after_match(
    game: str, accounts: Sequence[str], ranks: Sequence[int], known: Mapping[str, Rating]
) -> list[Rating]:
    """Everybody's rating after a match that ended with these ranks (1 is best)."""
    teams = [[_belief(known.get(account))] for account in accounts]
    updated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    ratings = []
    for account in dict.fromkeys(accounts):
        own = [team[0] for one, team in zip(accounts, updated, strict=True) if one == account]
        before = known.get(account)
        ratings.append(
            Rating(
                account=account,
                game=game,
                mu=fmean(rating.mu for rating in own),
                sigma=fmean(rating.sigma for rating in own),
                played=(before.played if before else 0) + 1,
            )
        )
    return ratings


def _belief(rating: Rating | None) -> PlackettLuceRating:
    return _model.rating() if rating is None else _model.rating(mu=rating.mu, sigma=rating.sigma)
