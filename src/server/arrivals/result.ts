/** A page of a result: the chosen lines of a flight's ranking, with their birds and their neighbours. */
import { chooseLines, latestCount, leavesOut } from '#domain/arrivals/choice.ts';
import type { readResult } from '#domain/arrivals/contract.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { InputOf, ReplyOf } from '#domain/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import type { Standing } from './arrivals.ts';

type Birds = ReadonlyMap<number, Bird>;

export function resultPage(
  { epoch, seq, ranked }: Standing,
  birds: Birds,
  { page: asked, per_page, ...choice }: InputOf<typeof readResult>['query'],
): Omit<ReplyOf<typeof readResult>, 'read_at'> {
  const lines = chooseLines(ranked, (pigeon_id) => birds.get(pigeon_id), choice);
  const page_count = Math.max(1, Math.ceil(lines.length / per_page));
  const page = Math.min(asked, page_count);
  const from = (page - 1) * per_page;
  const neighbour = (index: number) => {
    const line = leavesOut(choice) ? undefined : lines[index];
    return line ? new Date(line.time_ms).toISOString() : null;
  };
  const rowOf = ({ time_ms, ...line }: Ranked) => ({
    ...birds.get(line.pigeon_id)!,
    ...line,
    time: new Date(time_ms).toISOString(),
  });
  return {
    epoch,
    seq,
    home_count: ranked.length,
    match_count: lines.length,
    page,
    page_count,
    rows: lines.slice(from, from + per_page).map(rowOf),
    leader: ranked[0] ? rowOf(ranked[0]) : null,
    latest: ranked.slice(-latestCount).reverse().map(rowOf),
    above: neighbour(from - 1),
    below: neighbour(from + per_page),
    countries: byCountry(ranked, birds),
  };
}

function byCountry(ranked: readonly Ranked[], birds: Birds) {
  const counts = new Map<string, { country: string; home: number; basketed: number }>();
  for (const { country } of birds.values()) {
    if (country === null) continue;
    const count = counts.get(country);
    if (count) count.basketed += 1;
    else counts.set(country, { country, home: 0, basketed: 1 });
  }
  for (const { pigeon_id } of ranked) {
    const count = counts.get(birds.get(pigeon_id)?.country ?? '');
    if (count) count.home += 1;
  }
  return [...counts.values()].sort(
    (a, b) => b.home - a.home || b.basketed - a.basketed || (a.country < b.country ? -1 : 1),
  );
}
