/** Making a result official by two signatures, and reading it as it was signed. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { changesOfVersion, isSecondSignature, resultText, whyNotSign } from '#domain/arrivals/official.ts';
import type { ResultShown } from '#domain/arrivals/official-contract.ts';
import { mayHoldReadings } from '#domain/arrivals/race-control.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { FlightStatus } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { devicesOf } from '#server/devices/device-state.ts';
import { clocksOfLoft } from '#server/flights/clocks.ts';
import { disputesUntilOf } from '#server/flights/dispute-window.ts';
import { type FlownFlight, findFlownFlight } from '#server/flights/flights.ts';
import { gapsOf, givenUpOf, owedReadingsOf } from '#server/flights/gaps.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { type Head, lockLedger } from '#server/ledger/ledger.ts';
import { jumpsDuring } from './clock-jumps.ts';
import { type Comparisons, closeTimesIn } from './close-times.ts';
import { rankedAnew } from './standings.ts';

/** The result of a flight as its text, with the fingerprint of it. */
async function textOf(tx: Tx, flight: FlownFlight): Promise<{ text: string; fingerprint: string; ranked: Ranked[] }> {
  const { loft_id, id: flight_id, release_time, release_groups, distance_m, rules } = flight;
  if (release_time === null || distance_m === null)
    throw new Refusal('result_not_provisional', { status: flight.status });
  const ranked = await rankedAnew(tx, flight);
  const rings = await tx
    .selectFrom('baskets as b')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'b.loft_id').onRef('p.id', '=', 'b.pigeon_id'))
    .select(['p.id', 'p.ring'])
    .where('b.loft_id', '=', loft_id)
    .where('b.flight_id', '=', flight_id)
    .execute();
  const ringOf = new Map(rings.map(({ id, ring }) => [id, ring]));
  const head = { loft_id, flight_id, release_time, release_groups, distance_m, rules };
  const text = resultText(head, ranked, (id) => ringOf.get(id)!);
  return { text, fingerprint: createHash('sha256').update(text).digest('hex'), ranked };
}

const signaturesOf = (tx: Tx, { loft_id, flight_id }: FlightKey) =>
  tx
    .selectFrom('result_signatures as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.user_id', 's.fingerprint', 's.signed_at'])
    .select(sql<string>`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, '')`.as('by'))
    .where('s.loft_id', '=', loft_id)
    .where('s.flight_id', '=', flight_id)
    .orderBy('s.signed_at')
    .execute();

/** Disputes of a flight that nobody has answered. */
async function openDisputes(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from disputes d
    where d.loft_id = ${loft_id} and d.flight_id = ${flight_id} and not exists (
      select from dispute_answers a where a.loft_id = d.loft_id and a.flight_id = d.flight_id and a.n = d.n)`.execute(
    tx,
  );
  return rows[0]!.n;
}

/** Rulings on a flight that are prepared, and neither made nor refused nor taken back. */
async function waitingRulings(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from rulings r
    where r.loft_id = ${loft_id} and r.flight_id = ${flight_id} and not exists (
      select from ruling_decisions d where d.loft_id = r.loft_id and d.flight_id = r.flight_id and d.n = r.n)`.execute(
    tx,
  );
  return rows[0]!.n;
}

/** A result for those who sign it, or have signed it; null for a flight in another state, or that nobody signed. */
export async function resultToSign(
  tx: Tx,
  key: FlightKey,
  { loft, user_id, now_ms }: { loft: Loft; user_id: number | null; now_ms: number },
): Promise<ResultShown | null> {
  const flight = await findFlownFlight(tx, key);
  if (flight?.status !== 'provisional' && flight?.status !== 'official') return null;
  const signatures = await signaturesOf(tx, key);
  const is_official = flight.status === 'official';
  if (is_official && !signatures.length) return null;
  const { fingerprint, ranked } = await textOf(tx, flight);
  const { to_decide, comparisons } = await closeTimesIn(tx, flight, ranked);
  const { closes_at } = flight;
  const until_ms = await disputesUntilOf(tx, key);
  const { rows: waiting } = await sql<ResultShown['waiting'][number]>`
    select w.reason, count(*)::int as count from unranked_readings w
    join readings r on r.loft_id = w.loft_id and r.number = w.number
    where w.loft_id = ${key.loft_id} and w.reason not in ('void', 'disqualified') and r.device_time >= ${flight.release_time}::timestamptz
      and (${closes_at}::timestamptz is null or r.device_time <= ${closes_at}::timestamptz)
    group by w.reason order by w.reason`.execute(tx);
  return {
    fingerprint,
    is_official,
    home_count: ranked.length,
    basketed_count: flight.basketed_count,
    gaps: await owedReadingsOf(tx, flight),
    given_up: await givenUpOf(tx, key),
    silent: await silentDuring(tx, flight, loft, now_ms),
    waiting,
    close_to_decide: to_decide.length,
    waiting_rulings: await waitingRulings(tx, key),
    jumps: await jumpsToSign(tx, flight, comparisons),
    disputes: {
      open: await openDisputes(tx, key),
      until: until_ms !== null && now_ms < until_ms ? new Date(until_ms).toISOString() : null,
    },
    signatures: signatures.map(({ by, signed_at, ...one }) => ({
      by,
      signed_at,
      is_own: one.user_id === user_id,
      is_current: one.fingerprint === fingerprint,
    })),
  };
}

/** The clocks that may hold readings of a flight that they have not sent. */
async function silentDuring(tx: Tx, flight: FlownFlight, loft: Loft, now_ms: number): Promise<ResultShown['silent']> {
  const clocks = (await devicesOf(tx, loft, now_ms)).filter(({ kind }) => kind === 'clock');
  return clocks
    .filter(({ state, last_contact_at }) => mayHoldReadings({ state, read_to: last_contact_at }, flight))
    .map(({ name, since }) => ({ clock: name, since }));
}

/** The jumps that no ruling has corrected, with the names of their clocks. */
async function jumpsToSign(tx: Tx, flight: FlownFlight, comparisons: Comparisons): Promise<ResultShown['jumps']> {
  const clocks = new Map((await clocksOfLoft(tx, flight.loft_id)).map(({ id, name }) => [id, name]));
  return [...(await jumpsDuring(tx, flight, comparisons))].flatMap(([id, jumps]) =>
    jumps.map(({ by_ms }) => ({ clock: clocks.get(id) ?? '', by_ms })),
  );
}

/**
 * Sign the result of a locked flight as it was seen. The second signature of two different people under the same result
 * makes it official: its text is kept with the head of the ledger. Locks the ledger, so that a late reading comes
 * before the signature, and asks for it anew, or finds the result official; a dispute and a ruling do so by the lock of the flight.
 * @returns the state of the flight afterwards
 * @throws Refusal by {@link whyNotSign}
 */
export async function signResult(
  tx: Tx,
  flight: LockedFlight,
  seen: string,
  { by, now_ms }: Act & { by: number },
): Promise<FlightStatus> {
  const key = { loft_id: flight.loft_id, flight_id: flight.id };
  const head = await lockLedger(tx, key.loft_id);
  const flown = (await findFlownFlight(tx, key))!;
  const { fingerprint, text, ranked } = await textOf(tx, flown);
  const signatures = await signaturesOf(tx, key);
  const gaps = await gapsOf(tx, flight);
  const facts = {
    status: flight.status,
    gaps,
    close_to_decide: (await closeTimesIn(tx, flown, ranked)).to_decide.length,
    waiting_rulings: await waitingRulings(tx, key),
    open_disputes: await openDisputes(tx, key),
    disputes_until_ms: await disputesUntilOf(tx, key),
    fingerprint,
    signatures,
  };
  const no = whyNotSign(facts, { user_id: by, seen, now_ms });
  if (no) throw no;
  await tx
    .insertInto('result_signatures')
    .values({ ...key, fingerprint, user_id: by, signed_at: new Date(now_ms).toISOString() })
    .execute();
  if (!isSecondSignature({ fingerprint, signatures }, by)) return flight.status;
  await moveFlight(tx, flight, 'make_official', { by, now_ms });
  await insertVersion(tx, key, { text, fingerprint, head, now_ms });
  return 'official';
}

async function insertVersion(
  tx: Tx,
  key: FlightKey,
  { text, fingerprint, head, now_ms }: { text: string; fingerprint: string; head: Head; now_ms: number },
): Promise<void> {
  await tx
    .insertInto('official_results')
    .values({
      ...key,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from official_results
        where loft_id = ${key.loft_id} and flight_id = ${key.flight_id})`,
      made_at: new Date(now_ms).toISOString(),
      text,
      fingerprint,
      ledger_number: head.number,
      ledger_hash: head.hash,
    })
    .execute();
}

/**
 * Keep the result of a locked official flight as its next version, after a ruling that these people signed. Of one that
 * was never signed, the first version is the corrected one.
 */
export async function keepVersion(
  tx: Tx,
  { loft_id, id: flight_id }: LockedFlight,
  { signers, now_ms }: { signers: readonly number[]; now_ms: number },
): Promise<void> {
  const key = { loft_id, flight_id };
  const head = await lockLedger(tx, loft_id);
  const { text, fingerprint } = await textOf(tx, (await findFlownFlight(tx, key))!);
  const signed_at = new Date(now_ms).toISOString();
  await tx
    .insertInto('result_signatures')
    .values([...new Set(signers)].map((user_id) => ({ ...key, fingerprint, user_id, signed_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await insertVersion(tx, key, { text, fingerprint, head, now_ms });
}

/** The most lines of a difference that are shown; the texts have the others. */
const mostChanges = 100;

/**
 * A version of the official result of a flight as it was signed, the latest by default, with what it changed.
 * @throws Refusal `not_found` where there is none
 */
export async function officialResult(tx: Tx, { loft_id, flight_id }: FlightKey, asked?: number) {
  const versions = await tx
    .selectFrom('official_results')
    .select(['version', 'made_at', 'fingerprint'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .orderBy('version', 'desc')
    .execute();
  const shown = asked === undefined ? versions[0] : versions.find(({ version }) => version === asked);
  if (!shown) throw new Refusal('not_found');
  const texts = await tx
    .selectFrom('official_results')
    .select('text')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('version', 'in', [shown.version, shown.version - 1])
    .orderBy('version', 'desc')
    .execute();
  const [text, before] = [texts[0]!.text, texts[1]?.text];
  const changes = before === undefined ? [] : changesOfVersion(before, text);
  return {
    ...shown,
    earlier: versions.slice(1),
    changes: { birds: changes.length, lines: changes.slice(0, mostChanges) },
    text,
  };
}
