/** Why a line of a ranking has its place, as a reader may see it. */
import type { RankingExplained, RankingNeighbour } from '#domain/rankings/contract.ts';
import { asDecimals } from '#domain/rankings/exact.ts';
import { reckonedFlight, reckonedTotal, triedText } from '#domain/rankings/explained.ts';
import { decimalsOf } from '#domain/rankings/flight-value.ts';
import type { RankingRow } from '#domain/rankings/ranking.ts';
import type { TieBreak } from '#domain/rankings/ranking-rule.ts';
import { showsSpeed } from '#domain/seasons/visibility.ts';
import type { View } from '#server/seasons/visibility.ts';
import type { CurrentRanking } from './current.ts';
import { flightViews, rankingView, showsExplained } from './views.ts';

/** What the tie-breaks of a rule tell that is a flying time. */
const isTime = (tie_break: TieBreak): boolean => tie_break === 'final_time' || tie_break === 'first_bird';

/**
 * The numbers from which a line was made, and its neighbours; null where there is no line of that name, or the season
 * hides a part of what it is made from.
 */
export function explainedLine(
  current: CurrentRanking,
  view: View,
  { name, prizes }: { name: string; prizes: Parameters<typeof rankingView>[2] },
): Pick<RankingExplained, 'line' | 'ranked' | 'flights' | 'total' | 'above' | 'below'> | null {
  const { ranking } = current;
  const { rule } = ranking;
  if (!showsExplained(view, rule)) return null;
  const shown = rankingView(current, view, prizes);
  const compared = shown.compared(name);
  if (!compared) return null;
  const { key, line } = compared;
  const explanation = ranking.explain(key)!;
  const facts = new Map(ranking.flights().map((flight) => [flight.flight_id, flight]));
  const withTimes = showsSpeed(view.hidden);
  const parts = [
    ...explanation.counted.map((part) => ({ part, counts: true, why: null })),
    ...explanation.dropped.map(({ why, ...part }) => ({ part, counts: false, why })),
  ];
  const flights = flightViews(current).map((flight) => {
    const fact = facts.get(flight.id)!;
    const found = parts.find(({ part }) => part.flight_id === flight.id);
    const reckoned = found && reckonedFlight(rule, fact, found.part);
    return {
      ...flight,
      basketed: fact.basketed,
      prizes: reckoned?.prizes ?? 0,
      divided_by: reckoned?.divided_by ?? null,
      bonus: reckoned?.bonus ?? null,
      value: found?.part.value ?? null,
      counts: found?.counts ?? false,
      why: found?.why ?? null,
      birds: (reckoned?.birds ?? []).map(({ pigeon_id, net_ms, ...bird }) => ({
        ...bird,
        net_ms: withTimes ? net_ms : null,
        bird: shown.birdOf(pigeon_id),
      })),
    };
  });
  const rows = ranking.rows();
  const at = rows.findIndex((row) => row.key === key);
  const row = rows[at];

  /** The line beside, with what decides between both. */
  function neighbour(other: RankingRow | undefined): RankingNeighbour | null {
    if (!row || !other) return null;
    const { place, value, count, bird, group, ...rest } = shown.line(other);
    const { decided_by, tries } = ranking.between(key, other.key)!;
    return {
      key: rest.key,
      place,
      value,
      count,
      bird,
      group,
      apart: asDecimals(Math.abs(row.value - other.value), decimalsOf(rule.measure)),
      decided_by,
      tries: tries.map(({ tie_break, own, other: theirs, nth }) => {
        const text = (what: number | null) =>
          isTime(tie_break) && !withTimes ? null : triedText(rule, tie_break, what);
        return { tie_break, own: text(own), other: text(theirs), nth };
      }),
    };
  }

  return {
    line,
    ranked: rows.length,
    flights,
    total: row ? reckonedTotal(rule, explanation, (id) => facts.get(id)!.distance_m) : null,
    above: neighbour(rows[at - 1]),
    below: at < 0 ? null : neighbour(rows[at + 1]),
  };
}
