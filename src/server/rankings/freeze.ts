/** Rankings are frozen when the last of their flights is official: as a text with its fingerprint, which never changes. */
import { createHash } from 'node:crypto';
import type { FrozenCause } from '#domain/rankings/contract.ts';
import { asDecimals } from '#domain/rankings/exact.ts';
import { decimalsOf } from '#domain/rankings/flight-value.ts';
import { type FrozenText, flightsChanged, frozenChanges, frozenText } from '#domain/rankings/frozen.ts';
import { Refusal } from '#domain/refusal.ts';
import { createStandings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlightStep } from '#server/flights/consequences.ts';
import { rankingSteps } from './consequences.ts';
import { type CurrentRanking, rankOnce } from './current.ts';
import { lockRanking, rankingsOf, type StoredRanking } from './rankings.ts';

/**
 * Freeze the published rankings of the season of a flight that has become official or was annulled, as far as all their
 * flights are official. After a correction one is frozen once more, as the next version, if it has changed.
 */
export async function freezeRankings(tx: Tx, { flight, status, act }: FlightStep): Promise<void> {
  if (status !== 'official' && status !== 'annulled') return;
  for (const ranking of await rankingsOf(tx, flight)) await freezeRanking(tx, ranking, act.now_ms);
}

/**
 * Freeze a ranking if it is published and complete, as the next version if it differs from the last one, and do what
 * follows. It is locked first: of two flights that become official at once the second sees the first.
 */
export async function freezeRanking(tx: Tx, { loft_id, id }: StoredRanking, now_ms: number): Promise<void> {
  const ranking = await lockRanking(tx, { loft_id, ranking_id: id });
  if (ranking.published_at === null) return;
  const current = await rankOnce(tx, ranking, { standings: createStandings(), now_ms });
  const last = await lastFrozen(tx, ranking);
  if (current.is_complete) {
    const version = await keepFrozen(tx, contentOf(ranking, current), { ranking, last, now_ms });
    await rankingSteps.run(tx, { ranking, current, version, now_ms });
  } else if (last && current.flights.length === 0) {
    // The last of its flights was annulled: there is nothing to win.
    await rankingSteps.run(tx, { ranking, current, version: last.version, now_ms });
  }
}

/** Do what follows from a frozen ranking again, because its prizes were raised. */
export async function followRaise(tx: Tx, { loft_id, id }: StoredRanking, now_ms: number): Promise<void> {
  const ranking = await lockRanking(tx, { loft_id, ranking_id: id });
  const last = await lastFrozen(tx, ranking);
  if (!last) return;
  const current = await rankOnce(tx, ranking, { standings: createStandings(), now_ms });
  if (current.is_complete) await rankingSteps.run(tx, { ranking, current, version: last.version, now_ms });
}

type Frozen = Awaited<ReturnType<typeof lastFrozen>>;

/** Keep a version of a ranking, unless the last one says the same. @returns the number of the version that is valid */
async function keepFrozen(
  tx: Tx,
  content: string,
  { ranking, last, now_ms }: { ranking: StoredRanking; last: Frozen; now_ms: number },
): Promise<number> {
  if (last?.content === content) return last.version;
  const version = (last?.version ?? 0) + 1;
  await tx
    .insertInto('frozen_rankings')
    .values({
      loft_id: ranking.loft_id,
      ranking_id: ranking.id,
      version,
      at: new Date(now_ms).toISOString(),
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    .execute();
  return version;
}

/** The version of a ranking that was frozen last, or undefined. */
export function lastFrozen(tx: Tx, { loft_id, id }: Pick<StoredRanking, 'loft_id' | 'id'>) {
  return tx
    .selectFrom('frozen_rankings')
    .select(['version', 'at', 'sha256', 'content'])
    .where('loft_id', '=', loft_id)
    .where('ranking_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * A version of a frozen ranking, the latest by default, with the versions before the latest and what it changed of the
 * one before it. Its text, which is long, is read only where it is asked for or compared.
 * @throws Refusal `not_found` where there is none
 */
export async function frozenRanking(
  tx: Tx,
  { loft_id, id }: Pick<StoredRanking, 'loft_id' | 'id'>,
  { version: asked, withText }: { version: number | undefined; withText: boolean },
) {
  const versions = await tx
    .selectFrom('frozen_rankings')
    .select(['version', 'at', 'sha256'])
    .where('loft_id', '=', loft_id)
    .where('ranking_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  const one = asked === undefined ? versions[0] : versions.find(({ version }) => version === asked);
  if (!one) throw new Refusal('not_found');
  const earlier = versions.slice(1);
  if (one.version === 1 && !withText) return { ...one, earlier, text: null, changes: [], causes: [], flights: [] };
  const contents = await tx
    .selectFrom('frozen_rankings')
    .select(['version', 'at', 'content'])
    .where('loft_id', '=', loft_id)
    .where('ranking_id', '=', id)
    .where('version', 'in', [one.version - 1, one.version])
    .execute();
  const text = contents.find(({ version }) => version === one.version)!.content;
  const before = contents.find(({ version }) => version === one.version - 1);
  if (!before) return { ...one, earlier, text: withText ? text : null, changes: [], causes: [], flights: [] };
  const [was, is] = [frozenText(before.content), frozenText(text)];
  return {
    ...one,
    earlier,
    text: withText ? text : null,
    changes: frozenChanges(was.lines, is.lines),
    flights: namesOf(was, is),
    causes: await causesOf(tx, loft_id, { was, is, after: before.at, until: one.at }),
  };
}

/** The flights of two versions, each once, by the name of the later one. */
function namesOf(was: FrozenText, is: FrozenText): { id: number; name: string }[] {
  const names = new Map([...was.flights, ...is.flights].map(({ flight_id, name }) => [flight_id, name]));
  return [...names].map(([id, name]) => ({ id, name }));
}

/**
 * Why a version differs from the one before it: flights that count now or no longer do, and the rulings that were made in
 * its flights between both, each with its reason, as the public log of its flight has it.
 */
async function causesOf(
  tx: Tx,
  loft_id: number,
  { was, is, after, until }: { was: FrozenText; is: FrozenText; after: string; until: string },
): Promise<FrozenCause[]> {
  const nameOf = new Map(namesOf(was, is).map(({ id, name }) => [id, name]));
  const { added, gone } = flightsChanged(was, is);
  const counted = new Set(is.flights.map(({ flight_id }) => flight_id));
  const rulings = await tx
    .selectFrom('rulings as r')
    .innerJoin('ruling_decisions as d', (join) =>
      join.onRef('d.loft_id', '=', 'r.loft_id').onRef('d.flight_id', '=', 'r.flight_id').onRef('d.n', '=', 'r.n'),
    )
    .select(['r.flight_id', 'r.n', 'r.kind', 'r.reason', 'd.at'])
    .where('r.loft_id', '=', loft_id)
    .where('r.flight_id', 'in', [...nameOf.keys()])
    .where('d.decision', '=', 'made')
    .where('d.at', '>', after)
    .where('d.at', '<=', until)
    .orderBy('d.at')
    .orderBy('r.n')
    .execute();
  const flight = (flight_id: number) => ({ id: flight_id, name: nameOf.get(flight_id)! });
  return [
    ...[...added, ...gone].map((id) => ({ flight: flight(id), ruling: null, counts: counted.has(id) })),
    ...rulings.map(({ flight_id, ...ruling }) => ({
      flight: flight(flight_id),
      ruling,
      counts: counted.has(flight_id),
    })),
  ];
}

/** The text of a frozen ranking: the rule, the flights, and each line with everything that it was made from. */
function contentOf({ id, name, rule }: StoredRanking, { ranking, flights }: CurrentRanking): string {
  const decimals = decimalsOf(rule.measure);
  return JSON.stringify({
    ranking_id: id,
    name,
    rule,
    flights: flights.map(({ id: flight_id, name: of, kind, distance_m, basketed_count }) => ({
      flight_id,
      name: of,
      kind,
      distance_m,
      basketed: basketed_count,
    })),
    lines: ranking.rows().map(({ key, place, value, count, decided_by }) => {
      const { counted } = ranking.explain(key)!;
      return {
        place,
        of: key,
        value: asDecimals(value, decimals),
        count,
        decided_by,
        flights: counted.map((part) => ({
          flight_id: part.flight_id,
          value: part.value,
          birds: part.birds.map(({ pigeon_id, rank, net_ms }) => ({ pigeon_id, rank, net_ms })),
        })),
      };
    }),
  });
}
