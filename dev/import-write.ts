/**
 * Writes a checked list into a flight: teams, pigeons, chips, basketing list, and the times as readings of a clock of
 * its own through the ledger. A second import of the same file changes nothing.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { importClock } from '#domain/arrivals/clock.ts';
import { maxBatch } from '#domain/arrivals/contract.ts';
import type { FlightKey, SeasonKey } from '#domain/keys.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { recordReadings } from '#server/arrivals/readings.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import type { Tx } from '#server/db/database.ts';
import { registerDevice, revokeDevice } from '#server/devices/devices.ts';
import { closeFlight, moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { type LockedFlight, lockFlight } from '#server/flights/locked-flight.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { countPigeons, enterPigeons, enterTeams, wearChips } from '#server/pigeons/pigeons.ts';
import { cannot } from './connection.ts';
import type { ImportReport } from './import-flight.ts';
import type { ListedBird, RefusedLine } from './import-list.ts';

/** The start of wearing an invented chip: the earliest time of a clock. */
const everSince = '1970-01-01T00:00:00.000Z';

/** The result of entering a list. */
export type Entered = Pick<ImportReport, 'birds' | 'arrivals' | 'already_there' | 'refused' | 'notes'>;

/**
 * Enters the birds of a list and their arrivals: teams, pigeons, chips, basketing list, release, readings through the
 * locked ledger, closing. A bird that is in the season already stays as it is. The key of the readings is the content
 * of the file and the order of its arrivals, so that the same content changes nothing a second time.
 * @param closes false: more birds are expected, and the flight stays open
 * @throws Error in one sentence when the arrivals of this content belong to another flight.
 */
export async function enterList(
  tx: Tx,
  key: FlightKey,
  listed: readonly ListedBird[],
  { hash, release, closes = true }: { hash: string; release: string; closes?: boolean },
): Promise<Entered> {
  let flight = await lockFlight(tx, key);
  await lockLedger(tx, key.loft_id);
  const { birds, refused, notes } = await enterBirds(tx, flight, listed, release);
  const ids = birds.map(({ pigeon_id }) => pigeon_id);
  let basketed = 0;
  if (flight.status === 'planned') {
    await moveFlight(tx, flight, 'open_basketing');
    flight = await lockFlight(tx, key);
  }
  // The flight of a list is over: it is released before its birds are basketed, so that their present status does not
  // matter.
  if (flight.status === 'basketing') {
    await releaseFlight(tx, flight, new Date(release).toISOString());
    flight = await lockFlight(tx, key);
  }
  if (flight.status === 'released') {
    const before = await countBasketed(tx, key);
    await basketPigeons(tx, flight, ids);
    basketed = (await countBasketed(tx, key)) - before;
  }

  const stored = await recordHomes(tx, key, birds, hash, notes);
  flight = await lockFlight(tx, key);
  if (stored.arrivals > 0 && flight.status !== 'released')
    throw cannot(
      `Flight ${flight.id} is ${flight.status}: it has other arrivals of this list than the list now tells.`,
    );
  if (closes && flight.status === 'released') await closeAfterLast(tx, flight, notes);
  return { birds: basketed, ...stored, refused, notes };
}

type Bird = ListedBird & { pigeon_id: number; chip: string };

async function enterBirds(
  tx: Tx,
  { loft_id, season_id }: LockedFlight,
  listed: readonly ListedBird[],
  release: string,
): Promise<{ birds: Bird[]; refused: RefusedLine[]; notes: string[] }> {
  const season = { loft_id, season_id };
  const notes: string[] = [];
  const teams = await enterTeams(tx, season, teamsOf(listed));
  const before = await countPigeons(tx, season);
  const ids = await enterPigeons(
    tx,
    season,
    listed.map(({ team, ring, name, color, sex }) => ({
      team_id: team === null ? null : teams.get(team)!,
      ring,
      name,
      color,
      sex,
    })),
  );
  if (new Set(ids).size !== listed.length)
    throw cannot('Two rings of the list are one ring to the database; write them apart or leave one out.');
  const known = listed.length - ((await countPigeons(tx, season)) - before);
  if (known) notes.push(`${known} birds are in the season already and keep their team, name, colour and sex.`);

  const worn = await chipsWorn(tx, loft_id, ids);
  const refused: RefusedLine[] = [];
  const birds: Bird[] = [];
  const invented: { pigeon_id: number; chip: string }[] = [];
  for (const [index, bird] of listed.entries()) {
    const pigeon_id = ids[index]!;
    const chips = worn.get(pigeon_id) ?? [];
    const at = Date.parse(bird.home?.time ?? release);
    const chip = chips.find(({ from_ms, to_ms }) => from_ms <= at && at < to_ms)?.chip;
    if (chip !== undefined) birds.push({ ...bird, pigeon_id, chip });
    else if (chips.length) {
      refused.push({
        line: bird.line,
        field: 'ring',
        reason: `this bird wore no chip then, but wears ${chips[0]!.chip} from ${new Date(chips[0]!.from_ms).toISOString()} on`,
        repair: 'enter since when the bird has worn its chip, or leave the line out',
      });
    } else {
      const own = inventedChip(season, bird.ring);
      invented.push({ pigeon_id, chip: own });
      birds.push({ ...bird, pigeon_id, chip: own });
    }
  }
  await wearChips(tx, loft_id, invented, everSince);
  if (invented.length)
    notes.push(`The chips of ${invented.length} birds are invented: 16 hex digits worked out from the ring.`);
  return { birds, refused, notes };
}

/** A chip is unique: a bird of another season or loft with the same ring gets another one. */
export function inventedChip({ loft_id, season_id }: SeasonKey, ring: string): string {
  const digest = createHash('sha256')
    .update(`${loft_id} ${season_id} ${ringKey(ring)}`)
    .digest('hex');
  return digest.slice(0, 16).toUpperCase();
}

/** The teams of a list; a team with several countries gets the most frequent one. */
function teamsOf(listed: readonly ListedBird[]): { name: string; fancier: string | null; country: string | null }[] {
  const of_team = Map.groupBy(
    listed.filter((bird) => bird.team !== null),
    (bird) => bird.team!,
  );
  return [...of_team].map(([name, birds]) => {
    const countries = Map.groupBy(
      birds.flatMap((bird) => bird.country ?? []),
      (country) => country,
    );
    const [country = null] = [...countries].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
    return { name, fancier: birds.find((bird) => bird.fancier !== null)?.fancier ?? null, country };
  });
}

async function chipsWorn(
  tx: Tx,
  loft_id: number,
  pigeon_ids: readonly number[],
): Promise<Map<number, { chip: string; from_ms: number; to_ms: number }[]>> {
  const { rows } = await sql<{ pigeon_id: number; chip: string; from_ms: number; to_ms: number | null }>`
    select pigeon_id, chip, floor(extract(epoch from lower(during)) * 1000)::bigint as from_ms,
      floor(extract(epoch from upper(during)) * 1000)::bigint as to_ms
    from pigeon_chips where loft_id = ${loft_id} and pigeon_id = any(${pigeon_ids}::bigint[]) order by lower(during)`.execute(
    tx,
  );
  const worn = rows.map((row) => ({ ...row, to_ms: row.to_ms ?? Infinity }));
  return Map.groupBy(worn, (row) => row.pigeon_id);
}

/** Records the arrivals in the order of the lines, and writes the ledger's head back. */
async function recordHomes(
  tx: Tx,
  key: FlightKey,
  birds: readonly Bird[],
  hash: string,
  notes: string[],
): Promise<{ arrivals: number; already_there: number }> {
  const readings = birds
    .filter((bird) => bird.home !== null)
    .map(({ chip, home }, index) => ({
      boot: hash,
      sequence: index + 1,
      chip,
      device_time: home!.time,
      resolution_ms: home!.resolution_ms,
    }));
  if (!readings.length) return { arrivals: 0, already_there: 0 };
  const { loft_id } = key;
  const device = { device_id: await clockOfImports(tx, loft_id), loft_id };
  const received_ms = Date.now();
  let head = await lockLedger(tx, loft_id);
  const counts = { stored: 0, duplicate: 0, conflict: 0 };
  const unranked = new Map<string, number>();
  for (let start = 0; start < readings.length; start += maxBatch) {
    const batch = { device, readings: readings.slice(start, start + maxBatch), received_ms };
    const recorded = await recordReadings(tx, loft_id, [batch], head);
    head = recorded.head;
    for (const one of recorded.recorded.flatMap(({ reply }) => reply.readings)) {
      counts[one.status] += 1;
      if (one.unranked) unranked.set(one.unranked, (unranked.get(one.unranked) ?? 0) + 1);
    }
  }
  if (counts.conflict)
    throw cannot(
      `This file was imported into loft ${loft_id} before, with another release or rule: ${counts.conflict} of its times differ.`,
    );
  await refuseElsewhere(tx, key, device.device_id, hash);
  for (const [reason, count] of unranked) notes.push(`${count} readings are kept but are no arrivals: ${reason}.`);
  if (counts.duplicate)
    notes.push(`${counts.duplicate} arrivals of this file were there already and stay as they are.`);
  return { arrivals: counts.stored, already_there: counts.duplicate };
}

/** A clocking counts for one flight only. */
async function refuseElsewhere(tx: Tx, { loft_id, flight_id }: FlightKey, device_id: number, boot: string) {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select f.id, f.name, count(distinct r.number) as count from readings r
    join arrivals a on a.loft_id = r.loft_id and a.reading_number = r.number
    join flights f on f.loft_id = a.loft_id and f.id = a.flight_id
    where r.loft_id = ${loft_id} and r.device_id = ${device_id} and r.boot = ${boot} and f.id <> ${flight_id}
    group by f.id, f.name order by f.id limit 1`.execute(tx);
  const other = rows[0];
  if (other)
    throw cannot(`${other.count} of these clockings count for flight ${other.id} "${other.name}", and only for that.`);
}

async function clockOfImports(tx: Tx, loft_id: number): Promise<number> {
  const found = await tx
    .selectFrom('devices')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where(sql`lower(name)`, '=', importClock)
    .executeTakeFirst();
  if (found) return found.id;
  const { device_id } = await registerDevice(tx, { loft_id, name: importClock });
  // It stands for the clocks of a list; nobody waits for it.
  await revokeDevice(tx, { loft_id, device_id });
  return device_id;
}

async function closeAfterLast(tx: Tx, flight: LockedFlight, notes: string[]): Promise<void> {
  const { last } = await tx
    .selectFrom('arrivals')
    .select(({ fn }) => fn.max('time').as('last'))
    .where('loft_id', '=', flight.loft_id)
    .where('flight_id', '=', flight.id)
    .executeTakeFirstOrThrow();
  if (last === null) notes.push(`No bird is home: flight ${flight.id} stays open.`);
  else await closeFlight(tx, flight, last, { reason: 'the list is complete', ...closedAt(flight.closes_at) });
}

/** A flight whose rule has closed it by now was closed then, as its page says. */
function closedAt(closes_at: string | null): { now_ms?: number } {
  const closed_ms = Date.parse(closes_at ?? '');
  return closed_ms < Date.now() ? { now_ms: closed_ms } : {};
}

async function countBasketed(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { count } = await tx
    .selectFrom('baskets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .executeTakeFirstOrThrow();
  return count;
}
