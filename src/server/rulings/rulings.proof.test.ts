/**
 * Proves that a correction is a ruling and nothing else (A13): random sequences of rulings of every kind change exactly
 * what was shown before, are refused where their preview was, and replay from the ledger to the same result; every
 * version of an official result is recomputed from the entries that it was made of, byte for byte and in any order of
 * delivery (A10). Each kind is tried by twelve identities. The controls show a preview that forgets a bird, and replay a
 * ledger whose withdrawals are lost.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultText } from '#domain/arrivals/official.ts';
import { type ChipHeld, type LedgerEntry, placeOf, project, withdrawals } from '#domain/arrivals/project.ts';
import { type RankFrame, rank } from '#domain/arrivals/rank.ts';
import { clockOf } from '#domain/day.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { type RulingEffect, type RulingTyped, rulingTyped } from '#domain/rulings/contract.ts';
import { type BirdChange, changesBetween, type Place, type Result, sumsOf } from '#domain/rulings/effect.ts';
import { type RulingChange, type RulingKind, rulingKinds } from '#domain/rulings/ruling.ts';
import { prizesOf } from '#domain/seasons/prizes.ts';
import { defaultRulebook } from '#domain/seasons/rulebook.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import { auditLoft } from '#server/arrivals/audit.ts';
import { signResult } from '#server/arrivals/official.ts';
import { finishOf, prizesOfFlight } from '#server/arrivals/prizes.ts';
import { rankedAnew } from '#server/arrivals/standings.ts';
import { declareGroup } from '#server/basketing/release-groups.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { closeFlight, moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { type LockedFlight, lockFlight } from '#server/flights/locked-flight.ts';
import { entryOf } from '#server/ledger/declarations.ts';
import type { Declaration } from '#server/ledger/ledger.ts';
import { buildPerson, readingOf } from '#testing/builders.ts';
import { buildFinal } from '#testing/finals.ts';
import { delivered } from '#testing/ledger-histories.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { identities } from '#testing/rights/policy.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { changeOf, foreseeRuling } from './apply.ts';
import { effectOf, previewed } from './effect.ts';
import { prepareRuling, refuseOutside, signRuling } from './rulings.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => transact(site.db, work);
const minute = 60_000;

/** A race with two clocks, often with another one of the same birds released later on the same day. */
async function raceOf(random: Random) {
  const rules = { ...defaultRulebook('km').rules };
  const final = await buildFinal(site.db, {
    birds: 6 + random(6),
    kind: random(3) === 0 ? 'training' : 'final',
    book: {
      manual_arrival: (['at_its_time', 'last_of_drop', 'last_in_control', 'not_ranked'] as const)[random(4)]!,
      ties_share_prizes: random(2) === 0,
      rules: {
        ...rules,
        precision_ms: ([1, 1000] as const)[random(2)]!,
        ties: (['shared', 'consecutive'] as const)[random(2)]!,
      },
    },
  });
  const { race, flight_id } = final;
  const { loft, key, device } = race;
  const second = await registerDevice(site.db, { loft_id: loft.id, name: 'Clock 2' });
  const next = { loft_id: loft.id, flight_id: race.flight_id };
  if (random(2) === 0) {
    const at = new Date(race.release_ms + (200 + random(300)) * minute).toISOString();
    await write(async (tx) => releaseFlight(tx, await lockFlight(tx, next), at));
  }
  const clocks = [
    { device_id: device.device_id, key, sequence: 0 },
    { device_id: second.device_id, key: second.key, sequence: 0 },
  ];
  const race_of = { ...final, key: { loft_id: loft.id, flight_id }, clocks };
  if (random(3) === 0) {
    await write((tx) =>
      tx
        .updateTable('baskets')
        .set({ desk: 1, crate: sql`1 + position % 3`, crate_number: sql`position` })
        .where('loft_id', '=', loft.id)
        .where('flight_id', '=', flight_id)
        .execute(),
    );
    const said = { group: 2, at: new Date(race.release_ms + 5 * minute).toISOString(), crates: '2', rings: '' };
    const by = final.marta.user_id;
    await write(async (tx) => declareGroup(tx, await lockFlight(tx, race_of.key), said, { by, now_ms: Date.now() }));
  }
  for (const clock of clocks) {
    const readings = race.pigeon_ids.flatMap((_, bird) =>
      random(4) === 0
        ? []
        : [readingOf(race, bird, 300 + random(40) / 4 + random(3) * 20, { sequence: ++clock.sequence })],
    );
    if (random(4) === 0)
      readings.push(readingOf(race, random(race.pigeon_ids.length), random(290), { sequence: ++clock.sequence }));
    if (!readings.length) continue;
    const headers = { authorization: `Bearer ${clock.key}` };
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers,
      payload: { readings },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  return race_of;
}
type Race = Awaited<ReturnType<typeof raceOf>>;

/** A step of the flight towards its official result, with two signatures. */
async function goOn({ key, race, marta, ines }: Race): Promise<void> {
  await write(async (tx) => {
    const flight = await lockFlight(tx, key);
    if (flight.status === 'released')
      await closeFlight(tx, flight, new Date(race.release_ms + 900 * minute).toISOString());
    else if (flight.status === 'closed') await moveFlight(tx, flight, 'publish');
    else if (flight.status === 'provisional') {
      const sign = (by: number, seen: string) => signResult(tx, flight, seen, { by, now_ms: Date.now() });
      // The fingerprint of the text is the only one that is taken.
      const { fingerprint } = await textNow(tx, key);
      await sign(marta.user_id, fingerprint);
      await sign(ines.user_id, fingerprint);
    }
  });
}

async function textNow(tx: Tx, key: Race['key']): Promise<{ text: string; fingerprint: string }> {
  const flight = (await findFlownFlight(tx, key))!;
  const { release_groups } = flight;
  const head = {
    ...key,
    release_time: flight.release_time!,
    release_groups,
    distance_m: flight.distance_m!,
    rules: flight.rules,
  };
  const rings = await ringsOf(tx, key);
  const text = resultText(head, await rankedAnew(tx, flight), (id) => rings.get(id)!);
  return { text, fingerprint: createHash('sha256').update(text).digest('hex') };
}

async function ringsOf(tx: Tx, { loft_id }: Race['key']): Promise<Map<number, string>> {
  const rows = await tx.selectFrom('pigeons').select(['id', 'ring']).where('loft_id', '=', loft_id).execute();
  return new Map(rows.map(({ id, ring }) => [id, ring]));
}

/** A random ruling of any kind; a void is of any entry, a declaration more often. */
async function randomRuling({ key, race, clocks, ringOf }: Race, random: Random): Promise<RulingTyped> {
  const ring = ringOf(random(race.pigeon_ids.length));
  const moment = (minutes: number) => clockOf(race.release_ms + Math.round(minutes * minute), race.loft.time_zone);
  const kind = rulingKinds[random(rulingKinds.length)]!;
  const typed: Record<RulingKind, () => object | Promise<object>> = {
    manual: () => ({ ring, ...moment(295 + random(80)) }),
    void: async () => {
      const { rows } = await sql<{ number: number }>`
        select number from declarations where loft_id = ${key.loft_id} order by number desc limit 8`.execute(site.db);
      const { head } = await site.db
        .selectFrom('ledgers')
        .select('head')
        .where('loft_id', '=', key.loft_id)
        .executeTakeFirstOrThrow();
      return { number: random(2) === 0 && rows.length ? rows[random(rows.length)]!.number : 1 + random(head + 1) };
    },
    offset: () => ({ device_id: clocks[random(2)]!.device_id, offset_ms: random(1_200_000) - 600_000 }),
    release: () => moment(random(10) === 0 ? 300 + random(40) : random(120) - 60),
    release_group: async () => {
      const { release_time } = (await findFlownFlight(site.db, key))!;
      const after = Math.round((Date.parse(release_time!) - race.release_ms) / minute) + random(30) - 2;
      const rings = race.pigeon_ids.flatMap((_, bird) => (random(3) === 0 ? ringOf(bird) : [])).join('\n');
      return {
        group: 2 + random(3),
        time: random(5) === 0 ? null : moment(after).time,
        rings: random(6) === 0 ? '' : rings,
      };
    },
    distance: () => ({ distance: 300 + random(200) }),
    closing: () => moment(random(10) === 0 ? -5 : 300 + random(80)),
    disqualified: () => ({ ring }),
    exchanged: () => ({ ring, other_ring: ringOf(random(race.pigeon_ids.length)) }),
    close_times: () => ({}),
  };
  return rulingTyped.parse({ kind, ...(await typed[kind]()) });
}

/** The result as the database has it. */
async function resultNow(tx: Tx, key: Race['key']): Promise<Result> {
  const flight = (await findFlownFlight(tx, key))!;
  const ranked = await rankedAnew(tx, flight);
  const prizes = await prizesOfFlight(tx, flight);
  if (!prizes) return { ranked, prizes: [] };
  return { ranked, prizes: prizesOf(prizes, ranked, await finishOf(tx, flight, prizes, ranked)).values };
}

/** What a ruling may write, but for the list of waiting readings, which is looked through again at any time. */
async function written(tx: Tx, { loft_id }: Race['key']): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select (select head from ledgers where loft_id = ${loft_id}) as ledger,
      (select sum(head) from flight_streams where loft_id = ${loft_id}) as streams,
      (select jsonb_agg(to_jsonb(f) order by f.id) from flights f where loft_id = ${loft_id}) as flights,
      (select count(disqualified_by) from baskets where loft_id = ${loft_id}) as disqualified,
      (select jsonb_object_agg(pigeon_id || ' ' || flight_id, released_at) from baskets where loft_id = ${loft_id}) as released,
      (select count(*) from rulings where loft_id = ${loft_id}) as rulings,
      (select count(*) from flight_history where loft_id = ${loft_id}) as steps,
      (select count(*) from standings where loft_id = ${loft_id}) as standings`.execute(tx);
  return rows[0]!;
}

type Preview = typeof previewed;

/** Whether {@link forgetful} had a bird to forget. */
let forgotten = false;

/** The control: a preview that forgets the last bird that moves. */
const forgetful: Preview = async (tx, flight, change, ruling) => {
  const { rematch, ...foreseen } = await foreseeRuling(tx, flight, change, ruling);
  forgotten = rematch.changes.length > 0;
  const changes = rematch.changes.slice(0, -1);
  return effectOf(tx, flight, change, { ...foreseen, rematch: { ...rematch, changes } }, { all: true });
};

const refused = async <Answer>(work: Promise<Answer>): Promise<Answer | Refusal> => {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
};
const said = ({ code, params, errors }: Refusal) => JSON.stringify([code, params, errors]);

const shown = (place: Place | null) => {
  if (!place) return null;
  const { time_ms, ...rest } = place;
  return { ...rest, time: new Date(time_ms).toISOString() };
};
const lineOf = ({ pigeon_id, before, after }: BirdChange) => JSON.stringify([pigeon_id, shown(before), shown(after)]);

/**
 * Looks at what a ruling changes, makes it with a second person where it takes one, and compares.
 * @returns the differences; null where both were refused alike
 */
async function differences(race: Race, typed: RulingTyped, preview: Preview = previewed): Promise<string[] | null> {
  const { key, marta, ines } = race;
  const now_ms = Date.now();
  const reason = 'As the film shows';
  const act = { by: marta.user_id, now_ms };
  const before = await resultNow(site.db, key);
  const state = await written(site.db, key);
  const open = async (tx: Tx): Promise<[LockedFlight, RulingChange]> => {
    const flight = await lockFlight(tx, key);
    refuseOutside(flight);
    return [flight, await changeOf(tx, flight, typed, { unit: race.race.loft.unit, now_ms })];
  };
  const seen = await refused(
    write(async (tx) => preview(tx, ...(await open(tx)), { ...act, reason: '-' }, { all: true })),
  );
  const faults: string[] = [];
  for (const [what, is] of Object.entries(await written(site.db, key)))
    if (JSON.stringify(is) !== JSON.stringify(state[what])) faults.push(`the preview wrote ${what}`);
  const { fingerprint } = seen instanceof Refusal ? { fingerprint: '' } : await previewNow();
  const made = await refused(
    write(async (tx) => {
      const flight = await lockFlight(tx, key);
      const ruling = { ruling: typed, reason, seen: fingerprint, file_ids: [], unit: race.race.loft.unit };
      return prepareRuling(tx, flight, ruling, act);
    }),
  );
  if (seen instanceof Refusal || made instanceof Refusal) {
    if (!(seen instanceof Refusal && made instanceof Refusal))
      faults.push(
        `${seen instanceof Refusal ? said(seen) : 'shown'}, then ${made instanceof Refusal ? said(made) : 'made'}`,
      );
    else if (said(seen) !== said(made)) faults.push(`${said(seen)}, then ${said(made)}`);
    return faults.length ? faults : null;
  }
  if (made.state === 'prepared') {
    const signed = await refused(
      write(async (tx) =>
        signRuling(tx, await lockFlight(tx, key), { n: made.n, seen: fingerprint }, { by: ines.user_id, now_ms }),
      ),
    );
    if (signed instanceof Refusal) return [...faults, `shown, then ${said(signed)}`];
  }
  if (seen.needs_second !== (made.state === 'prepared')) faults.push(`${made.state}, shown ${seen.needs_second}`);
  const after = await resultNow(site.db, key);
  const changes = changesBetween(before, after);
  const birds = seen.lines.filter(
    (line): line is Extract<RulingEffect['lines'][number], { ring: string }> => 'ring' in line,
  );
  const lines = birds.map((line) => JSON.stringify([line.pigeon_id, line.before, line.after]));
  if (lines.join('\n') !== changes.map(lineOf).join('\n')) faults.push('other lines than shown');
  const { come_in, go_out, down, up, retimed, speeds, prizes } = seen;
  if (JSON.stringify({ come_in, go_out, down, up, retimed, speeds, prizes }) !== JSON.stringify(sumsOf(changes)))
    faults.push('other sums than shown');
  return faults;

  function previewNow(): Promise<RulingEffect> {
    return write(async (tx) => previewed(tx, ...(await open(tx)), { ...act, reason: '-' }));
  }
}

interface Frozen {
  rules: RaceRules;
  distance_m: number;
  closed: RankFrame['closed'];
  day_starts: number[];
  closes_ms: number | null;
}

/** The ledger of a loft, and the facts beside it that no ruling changes. */
async function recordOf(key: Race['key']) {
  const { loft_id } = key;
  const { rows: readings } = await sql<Extract<LedgerEntry, { kind: 'reading' }>>`
    select 'reading' as kind, number, device_id, boot, sequence, upper(chip) as chip,
      (extract(epoch from device_time) * 1000000)::bigint as time_us from readings where loft_id = ${loft_id}`.execute(
    site.db,
  );
  const declared = await site.db.selectFrom('declarations').selectAll().where('loft_id', '=', loft_id).execute();
  const declarations = declared as unknown as (Declaration & { number: number })[];
  const frozen = new Map(
    declarations.flatMap(({ kind, number, content }) =>
      kind === 'rules' ? [[number, content as unknown as Frozen] as const] : [],
    ),
  );
  const crates = new Map(
    declarations.map(({ number, content }) => [number, (content as { crates?: string | null }).crates ?? null]),
  );
  const baskets = await site.db
    .selectFrom('baskets')
    .select(['flight_id', 'pigeon_id'])
    .where('loft_id', '=', loft_id)
    .execute();
  const { rows: chips } = await sql<ChipHeld>`
    select chip, loft_id, pigeon_id, (extract(epoch from lower(during)) * 1000)::float8 as from_ms,
      (extract(epoch from upper(during)) * 1000)::float8 as to_ms from pigeon_chips where loft_id = ${loft_id}`.execute(
    site.db,
  );
  return {
    key,
    frozen,
    crates,
    chips,
    baskets: Map.groupBy(baskets, ({ pigeon_id }) => pigeon_id),
    rings: await ringsOf(site.db, key),
    entries: [...readings, ...declarations.map(entryOf)],
  };
}
type Recorded = Awaited<ReturnType<typeof recordOf>>;

/** The later groups of a flight, each as it was declared last, from entries of the ledger alone. */
function groupsIn(
  entries: readonly LedgerEntry[],
  { flight_id }: Race['key'],
  { release_ms, crates }: { release_ms: number; crates: Recorded['crates'] },
) {
  const said = entries
    .filter((entry) => entry.kind === 'release')
    .filter((entry) => entry.later && entry.flight_id === flight_id);
  const newest = new Map(said.toSorted((a, b) => a.number - b.number).map((one) => [one.later!.group, one]));
  const groups = [...newest.values()]
    .filter(({ later }) => later!.pigeon_ids.length > 0)
    .sort((a, b) => a.later!.group - b.later!.group);
  return {
    later: new Map(groups.flatMap((one) => one.later!.pigeon_ids.map((id) => [id, one.release_ms - release_ms]))),
    release_groups: groups.map(({ number, release_ms: at_ms, later }) => ({
      group: later!.group,
      release_time: new Date(at_ms).toISOString(),
      crates: crates.get(number) ?? null,
      birds: later!.pigeon_ids.length,
    })),
  };
}

/** The text of a result, from entries of the ledger alone. */
function replayed({ key, frozen, crates, chips, baskets, rings }: Recorded, entries: readonly LedgerEntry[]): string {
  const isVoid = withdrawals(entries);
  const newest = <Entry extends { number: number; flight_id: number }>(of: readonly Entry[], flight_id: number) =>
    of.filter((entry) => entry.flight_id === flight_id).toSorted((a, b) => b.number - a.number)[0];
  const releases = entries.filter((entry) => entry.kind === 'release').filter(({ later }) => !later);
  const versions = entries.filter((entry) => entry.kind === 'rules');
  const flights = [...new Set([...baskets.values()].flat().map(({ flight_id }) => flight_id))].map((flight_id) => ({
    flight_id,
    release_ms: newest(releases, flight_id)?.release_ms ?? null,
    closes_ms: newest(versions, flight_id)?.closes_ms ?? null,
    open: true,
  }));
  const facts = {
    loft_id: key.loft_id,
    flights,
    baskets: new Map([...baskets].map(([id, rows]) => [id, rows.map(({ flight_id }) => flight_id)])),
    chips,
    disqualified: new Set(
      entries.flatMap((entry) => (entry.kind === 'disqualified' && !isVoid(entry.number) ? placeOf(entry) : [])),
    ),
  };
  const { release_ms } = newest(releases, key.flight_id)!;
  const { rules, distance_m, closed, day_starts } = frozen.get(newest(versions, key.flight_id)!.number)!;
  const homes = project(facts, entries).arrivals.filter(({ flight_id }) => flight_id === key.flight_id);
  const { later, release_groups } = groupsIn(entries, key, { release_ms, crates });
  const ranked = rank(homes, { release_ms, distance_m, closed, rules, day_starts, later });
  const head = { ...key, release_time: new Date(release_ms).toISOString(), release_groups, distance_m, rules };
  return resultText(head, ranked, (id) => rings.get(id)!);
}

/** What the control loses, beside later groups. */
const lostKinds = new Set(['void', 'manual', 'offset']);

const upTo = (entries: readonly LedgerEntry[], number: number) => entries.filter((entry) => entry.number <= number);

/** Texts that the ledger does not give: of the result, and of each version of an official one by the entries of its time. */
async function unlike(record: Recorded, random: Random, read = replayed): Promise<{ compared: number; other: number }> {
  const { key, entries } = record;
  const flight = (await findFlownFlight(site.db, key))!;
  const { release_groups } = flight;
  const head = { ...key, release_time: new Date(flight.release_time!).toISOString(), release_groups };
  const now = resultText(
    { ...head, distance_m: flight.distance_m!, rules: flight.rules },
    await rankedAnew(site.db, flight),
    (id) => record.rings.get(id)!,
  );
  const versions = await site.db
    .selectFrom('official_results')
    .select(['text', 'ledger_number'])
    .where('loft_id', '=', key.loft_id)
    .where('flight_id', '=', key.flight_id)
    .execute();
  const wanted = [
    { text: now, of: entries },
    ...versions.map(({ text, ledger_number }) => ({ text, of: upTo(entries, ledger_number) })),
  ];
  const texts = wanted.flatMap(({ text, of }) =>
    [of, delivered(of, random), delivered(of, random)].map((order) => read(record, order) === text),
  );
  return { compared: texts.length, other: texts.filter((same) => !same).length };
}

describe(`random rulings, seed ${seed}`, () => {
  const sequences = proveSize(8, 1_000);
  const steps = 8;

  it(`in ${sequences} sequences change what was shown before, and replay to the same result byte for byte (A13, A10)`, async () => {
    const random = seededRandom(seed + 13);
    const kinds: Record<string, number> = {};
    let [made, refusals, versions, shownWrong, forgot, detected, compared, other, control] = [
      0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      const race = await raceOf(random);
      for (let step = 0; step < steps; step += 1) {
        if (random(3) === 0) await goOn(race);
        const typed = await randomRuling(race, random);
        // Now and then the control looks first: a preview that forgets a bird must be found.
        const isControl = random(6) === 0;
        const found = await differences(race, typed, isControl ? forgetful : previewed);
        if (found === null) refusals += 1;
        else if (isControl) {
          if (forgotten) forgot += 1;
          if (found.length) detected += 1;
        } else {
          made += 1;
          kinds[typed.kind] = (kinds[typed.kind] ?? 0) + 1;
          if (found.length) shownWrong += 1;
          expect(found, `seed ${seed}, sequence ${sequence}, step ${step}: ${JSON.stringify(typed)}`).toEqual([]);
        }
      }
      expect((await auditLoft(site.db, race.key.loft_id)).faults, `seed ${seed}, sequence ${sequence}`).toEqual([]);
      const record = await recordOf(race.key);
      const texts = await unlike(record, random);
      compared += texts.compared;
      other += texts.other;
      versions += texts.compared / 3 - 1;
      expect(texts.other, `seed ${seed}, sequence ${sequence}`).toBe(0);
      const lost = (of: Recorded, entries: readonly LedgerEntry[]) =>
        replayed(
          of,
          entries.filter((entry) => !lostKinds.has(entry.kind) && !(entry.kind === 'release' && entry.later)),
        );
      control += Number((await unlike(record, random, lost)).other > 0);
    }
    reportProof('A13', {
      sequences,
      made,
      refused_alike: refusals,
      ...kinds,
      shown_otherwise: shownWrong,
      texts: compared,
      versions,
      other,
      control_preview: `${detected}/${forgot}`,
      control_replay: `${control}/${sequences}`,
    });
    expect(made).toBeGreaterThan(sequences * 2);
    expect(refusals).toBeGreaterThan(sequences / 4);
    // Few sequences miss a kind; close times are ruled on only where clocks could not tell birds apart.
    expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(proveSize(6, rulingKinds.length - 1));
    expect(forgot).toBeGreaterThan(0);
    expect(detected, 'a preview that forgets a bird must be found').toBe(forgot);
    expect(control, 'a ledger without its rulings must give another result').toBeGreaterThan(sequences / 3);
  });
});

describe('each kind of ruling', () => {
  /** Who runs the races of the loft, as the columns of every table of rights say. */
  const rightful = new Set(['staff with seasons', 'merchant', 'admin']);

  it('is shown to, prepared and signed by those who run the loft alone, of twelve identities; nobody signs their own (A13)', async () => {
    const birds = 30;
    const final = await buildFinal(site.db, { birds });
    const { race, flight_id, marta, ines, tiago, ringOf } = final;
    const other = await buildFinal(site.db);
    const key = { loft_id: race.loft.id, flight_id };
    const person = (entry: object, loft_id = key.loft_id) => buildPerson(site.db, { entries: [{ loft_id, entry }] });
    const headers: Record<string, Record<string, string>> = {
      anonymous: {},
      clock: { authorization: `Bearer ${race.key}` },
      'clock of loft 2': { authorization: `Bearer ${other.race.key}` },
      customer: (await buildPerson(site.db)).headers,
      agent: (await person({ is_agent: true })).headers,
      'agent, not active': (await person({ is_agent: true, is_active: false })).headers,
      staff: (await person({ is_staff: true })).headers,
      'staff with seasons': (await person({ is_staff: true, has_seasons: true })).headers,
      merchant: (await person({ is_merchant: true })).headers,
      'merchant, not active': (await person({ is_merchant: true, is_active: false })).headers,
      'merchant of loft 2': (await person({ is_merchant: true }, other.race.loft.id)).headers,
      admin: (await buildPerson(site.db, { is_admin: true })).headers,
    };
    expect(Object.keys(headers)).toEqual(identities.map(([name]) => name));
    const url = `/api/admin/seasons/${race.season_id}/flights/${flight_id}/rulings`;
    const post = async (path: string, who: Record<string, string>, payload: object) => {
      const answer = await site.app.inject({ method: 'POST', url: `${url}${path}`, headers: who, payload });
      return { status: answer.statusCode, body: answer.json() };
    };
    const readings = Array.from({ length: birds - 12 }, (_, bird) =>
      readingOf(race, bird, 300 + bird, { sequence: bird + 1 }),
    );
    await site.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${race.key}` },
      payload: { readings },
    });
    const race_of = { ...final, key, clocks: [] };
    for (let step = 0; step < 3; step += 1) await goOn(race_of);
    let declared = 0;
    const moment = (minutes: number) => clockOf(race.release_ms + Math.round(minutes * minute), race.loft.time_zone);
    // Every one is another ruling than those that were made before it.
    const rulings: Record<RulingKind, (n: number) => object> = {
      manual: (n) => ({ ring: ringOf(birds - 1 - (n % 12)), ...moment(350 + n) }),
      void: () => ({ number: declared }),
      offset: (n) => ({ device_id: race.device.device_id, offset_ms: -1000 - n }),
      release: (n) => moment(-1 - n),
      release_group: (n) => ({ group: 2, time: moment(1 + n).time, rings: `${ringOf(0)}\n${ringOf(1)}` }),
      distance: (n) => ({ distance: 401 + n }),
      closing: (n) => moment(800 + n),
      disqualified: (n) => ({ ring: ringOf(n % (birds - 12)) }),
      exchanged: (n) => ({ ring: ringOf(n % (birds - 12)), other_ring: ringOf((n + 1) % (birds - 12)) }),
      close_times: () => ({}),
    };
    let [asked, wrong] = [0, 0];
    const tell = (is: unknown, should: unknown, what: string) => {
      asked += 1;
      if (JSON.stringify(is) !== JSON.stringify(should)) wrong += 1;
      expect(is, what).toEqual(should);
    };
    let n = 0;
    const kinds = [
      'offset',
      'void',
      'release_group',
      'manual',
      'release',
      'distance',
      'closing',
      'disqualified',
    ] as const;
    for (const kind of kinds.slice(0, proveSize(3, kinds.length))) {
      for (const [name, who] of Object.entries(headers)) {
        n += 1;
        const what = `${kind} by ${name}`;
        const may = rightful.has(name);
        const no = name === 'anonymous' ? 401 : 404;
        const ruling = { kind, ...rulings[kind](n) };
        const effect = await post('/effect', marta.headers, { ruling });
        expect(effect.status, `${what}: ${JSON.stringify(effect.body)}`).toBe(200);
        const seen = effect.body.effect.fingerprint;
        tell((await post('/effect', who, { ruling })).status, may ? 200 : no, `${what}, preview`);
        // The database is asked for nothing by a wrong fingerprint: who may prepare is told that it changed.
        const wanted = { ruling, reason: 'As the film shows', seen };
        const stale = { ...wanted, seen: '0'.repeat(64) };
        tell((await post('', who, stale)).status, may ? 409 : no, `${what}, prepare`);
        const own = await post('', marta.headers, wanted);
        tell(own.body.state, 'prepared', `${what}, prepared`);
        const path = `/${own.body.n}`;
        const again = (await post(`${path}/effect`, ines.headers, {})).body.effect.fingerprint;
        tell((await post(`${path}/signature`, marta.headers, { seen: again })).body.code, 'ruling_own', what);
        const signed = await post(`${path}/signature`, who, { seen: again });
        // The platform signs only where nobody of the loft is left.
        if (name === 'admin') tell(signed.body.code, 'ruling_of_loft', `${what}, signed`);
        else tell(signed.status, may ? 200 : no, `${what}, signed`);
        if (signed.status === 200) {
          const { numbers } = await site.db
            .selectFrom('ruling_decisions')
            .select('numbers')
            .where('loft_id', '=', key.loft_id)
            .where('flight_id', '=', flight_id)
            .where('n', '=', own.body.n)
            .executeTakeFirstOrThrow();
          declared = numbers[0]!;
          continue;
        }
        tell((await post(`${path}/refusal`, who, { reason: 'Not seen' })).status, name === 'admin' ? 409 : no, what);
        tell((await post(`${path}/refusal`, tiago.headers, { reason: 'Not seen' })).status, 200, what);
      }
    }
    reportProof('A13-rights', { identities: 12, kinds: kinds.length, asked, wrong });
    expect((await auditLoft(site.db, key.loft_id)).faults).toEqual([]);
  });
});
