/** Bulk entry of birds from a list: each line is returned with its errors, and the operator chooses what is entered. */

import { sql } from 'kysely';
import { partAt } from '#domain/entries/entry.ts';
import {
  birdsIn,
  type Cells,
  type ChoiceWords,
  type Column,
  columnLabels,
  columns,
  type ListedBird,
  linesIn,
  type ReadLine,
} from '#domain/entries/import-list.ts';
import type { ImportedLine, importModes } from '#domain/entries/intake-contract.ts';
import { type OrderOfTeam, placeOfLine } from '#domain/entries/place-of-line.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { locales } from '#domain/locales.ts';
import { whyNotPlaces } from '#domain/orders/cart.ts';
import { holdsPlaces, orderStatuses } from '#domain/orders/order.ts';
import type { AdminBird } from '#domain/pigeons/admin-bird.ts';
import { birdFacts, type ChoiceWord, choices, type Facts, facts, factsIn, valuesOf } from '#domain/pigeons/facts.ts';
import { impossibleFacts } from '#domain/pigeons/possible.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { refusalAt } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockPlaces } from '#server/orders/orders.ts';
import { changePigeon, factsOf } from '#server/pigeons/enter-pigeon.ts';
import {
  enterPigeons,
  enterTeams,
  ringsWornAsChips,
  type TeamToEnter,
  takeOffElsewhere,
  wearChips,
  whyNotWear,
} from '#server/pigeons/pigeons.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { yearOf } from '#server/seasons/seasons.ts';
import { words } from '#server/translations.ts';
import { giveExtraPlaces } from './extra-places.ts';
import { type LeftBehind, leftBehind } from './unassigned-birds.ts';

/** A word in every language. */
const inAll = (key: (typeof columnLabels)[Column] | ChoiceWord) => locales.map((locale) => words(locale).t(key));

/** The words of the values of choices, in every language. */
export const choiceWords = () =>
  Object.fromEntries(
    choices.map((fact) => {
      const values = valuesOf(fact).map((value) => [value, inAll(birdFacts[fact].words[value])]);
      return [fact, Object.fromEntries(values)];
    }),
  ) as unknown as ChoiceWords;

/** The names of the columns in every language. */
export const columnNames = () =>
  Object.fromEntries(columns.map((column) => [column, inAll(columnLabels[column])])) as Record<Column, string[]>;

/** A line with the bird that it takes over from an ended order, if any. */
interface KnownLine extends ReadLine {
  left: LeftBehind | null;
}

/** An order with its customer. */
type OwnedOrder = OrderOfTeam & { user_id: number };

/** A line with the place that its bird takes; with errors it takes none. */
interface PlacedLine extends KnownLine {
  order: OwnedOrder | null;
  /** The place in the order. */
  place: number;
  /** The reason to race outside an order. */
  outside: string | null;
}

/** A line without errors. */
type GoodLine = PlacedLine & { bird: ListedBird };

export interface Importing {
  /** `look`: nothing is entered; `good`: the lines without errors; `all`: all, or none where a line has errors. */
  mode: (typeof importModes)[number];
  /** The reason why birds without a place in an order race all the same; null: they are errors. */
  outside_reason: string | null;
}

/**
 * Enter the birds of a list, each for a place of an order of its team as its owner would ({@link placeOfLine}), or
 * outside an order for a reason. A bird left behind by an ended order of the same person is taken over. A bird with a
 * chip in its line is at the loft with it, and active or a reserve by its place. The season is locked, so that
 * simultaneous lists and owners take no place twice.
 * @throws Refusal `list_without_rings` where no column has that name.
 */
export async function importList(
  tx: Tx,
  season: SeasonKey,
  rows: Cells,
  { mode, outside_reason }: Importing,
  act: Act,
): Promise<{ unknown_columns: string[]; entered: number; good: number; lines: ImportedLine[] }> {
  const { lines, unknown_columns, missing } = linesIn(rows, columnNames());
  if (missing) throw refusalAt('file', 'list_without_rings');
  const capacity = await lockPlaces(tx, season);
  const known = await knownTo(tx, season, birdsIn(lines, choiceWords()));
  const read = await placed(tx, season, known, { capacity, outside_reason });
  const good = read.filter((line): line is GoodLine => !line.errors.length);
  const takes = mode === 'good' || (mode === 'all' && good.length === read.length);
  if (takes && good.length) await enterListed(tx, season, good, act);
  return {
    unknown_columns,
    entered: takes ? good.length : 0,
    good: good.length,
    lines: read.map(({ line, ring, team, chip, order, outside, errors }) => ({
      line,
      ring,
      team,
      chip,
      order_number: order?.number ?? null,
      outside_reason: outside,
      errors,
    })),
  };
}

/** The lines, checked against the season's rings and the chips of other birds. */
async function knownTo(tx: Tx, season: SeasonKey, lines: readonly ReadLine[]): Promise<KnownLine[]> {
  const { loft_id, season_id } = season;
  const keys = lines.map(({ ring }) => ringKey(ring));
  const { rows: rings } = await sql<{ ring_key: string }>`
    select ring_key from pigeons where loft_id = ${loft_id} and season_id = ${season_id}
      and ring_key = any(${keys}::text[])`.execute(tx);
  const chips = await whyNotWear(
    tx,
    season,
    lines.flatMap(({ chip }) => chip ?? []),
  );
  const elsewhere = await wornElsewhere(tx, season, lines);
  const asChips = await ringsWornAsChips(tx, season, keys);
  const known = new Set(rings.map(({ ring_key }) => ring_key));
  const leftBirds = await leftBehind(tx, season, keys);
  return lines.map((line, i) => {
    const errors = [...line.errors];
    const left = leftBirds.get(keys[i]!) ?? null;
    if (known.has(keys[i]!) && !left) errors.push({ field: 'ring', code: 'entry_exists', params: {} });
    if (left?.bird.chip && line.chip && left.bird.chip !== line.chip)
      errors.push({ field: 'chip', code: 'chip_reason_needed', params: {} });
    if (asChips.has(keys[i]!)) errors.push({ field: 'ring', code: 'ring_is_chip', params: {} });
    const no = chips.get(line.chip ?? '');
    const isOwn = left !== null && no?.params?.pigeon_id === left.bird.pigeon_id;
    if (no && !isOwn && !errors.some(({ field, code }) => field === 'chip' && code === no.code))
      errors.push({ field: 'chip', code: no.code, params: { ...no.params } });
    if (line.chip && elsewhere.has(line.chip)) errors.push({ field: 'chip', code: 'chip_on_another_bird', params: {} });
    return { ...line, left, errors };
  });
}

/**
 * Chips of these lines that stay on pigeons of the loft's other seasons: on other birds, and on birds that are basketed
 * or in the air there. Unlike at the intake, the birds of a list are not in hand when it is entered.
 */
async function wornElsewhere(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  lines: readonly ReadLine[],
): Promise<Set<string>> {
  const wanted = JSON.stringify(lines.flatMap(({ ring, chip }) => (chip ? { ring_key: ringKey(ring), chip } : [])));
  const { rows } = await sql<{ chip: string }>`
    select c.chip from jsonb_to_recordset(${wanted}::jsonb) as w (ring_key text, chip text)
    join pigeon_chips c on c.chip = w.chip and (c.loft_id = ${loft_id}) is true and upper_inf(c.during)
    join pigeons p on p.loft_id = c.loft_id and p.id = c.pigeon_id
    where p.season_id <> ${season_id} and (p.ring_key <> w.ring_key or exists (
      select from baskets b join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
      where b.loft_id = p.loft_id and b.pigeon_id = p.id and f.status in ('basketing', 'sealed', 'released')))`.execute(
    tx,
  );
  return new Set(rows.map(({ chip }) => chip));
}

/** The lines with their places, one after the other; a line with errors takes no place. */
async function placed(
  tx: Tx,
  season: SeasonKey,
  lines: readonly KnownLine[],
  { capacity, outside_reason }: { capacity: Awaited<ReturnType<typeof lockPlaces>>; outside_reason: string | null },
): Promise<PlacedLine[]> {
  const year = await yearOf(tx, season);
  const orders = await ordersByTeam(tx, season);
  let outside = 0;
  return lines.map((line) => {
    const ofTeam = orders.get(line.team?.toLowerCase() ?? '') ?? null;
    const found = placeOfLine(line, ofTeam, { reason: outside_reason, year });
    const impossible = line.bird ? Object.entries(impossibleFacts(line.bird, year)) : [];
    const errors = [
      ...line.errors,
      ...impossible.flatMap(([field, all]) => all.map(({ code, params }) => ({ field, code, params: { ...params } }))),
      ...('errors' in found ? found.errors : []),
    ];
    // Only the next order of the same person takes over a bird.
    if (line.left && found.order?.user_id !== line.left.user_id)
      errors.push({ field: 'ring', code: 'entry_exists', params: {} });
    if (found.outside !== null) {
      const no = whyNotPlaces({ active: outside + 1, reserve: 0 }, capacity);
      if (no) errors.push({ field: 'outside', code: no.code, params: { ...no.params } });
    }
    const isGood = !errors.length;
    if (isGood && found.outside !== null) outside += 1;
    const place = isGood && found.order ? ++found.order.entered : 0;
    return { ...line, errors, place, order: isGood ? found.order : null, outside: isGood ? found.outside : null };
  });
}

/** The orders with places of each team of a season, by the team's name in lower case, in the order of their numbers. */
async function ordersByTeam(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Map<string, OwnedOrder[]>> {
  const { rows } = await sql<{ team: string; orders: OwnedOrder[] | null }>`
    select lower(t.name) as team, (
      select json_agg(json_build_object('id', o.id, 'number', o.number, 'user_id', o.user_id, 'status', o.status,
        'pigeons_active', r.pigeons_active, 'pigeons_reserve', r.pigeons_reserve, 'entered',
        (select coalesce(max(e.place), 0) from entries e where e.loft_id = o.loft_id and e.order_id = o.id))
        order by o.number)
      from orders o join registrations r on r.loft_id = o.loft_id and r.order_id = o.id
      where o.loft_id = t.loft_id and o.team_id = t.id and r.pigeons_active + r.pigeons_reserve > 0
        and o.status = any(${orderStatuses.filter(holdsPlaces)}::text[])) as orders
    from teams t where t.loft_id = ${loft_id} and t.season_id = ${season_id}`.execute(tx);
  return new Map(rows.map(({ team, orders }) => [team, orders ?? []]));
}

async function enterListed(tx: Tx, season: SeasonKey, lines: readonly GoodLine[], act: Act): Promise<void> {
  const { loft_id, season_id } = season;
  // Only birds outside an order may create a team: an order refers to an existing one.
  const named = new Map<string, TeamToEnter>();
  for (const { bird } of lines)
    if (bird.team !== null && !named.has(bird.team.toLowerCase()))
      named.set(bird.team.toLowerCase(), { name: bird.team, fancier: bird.fancier, country: bird.country });
  const teams = await enterTeams(tx, season, [...named.values()]);
  const byName = new Map([...teams].map(([name, id]) => [name.toLowerCase(), id]));
  const ids = await enterPigeons(
    tx,
    season,
    lines.map(({ bird }) => ({
      ...factsIn(bird),
      team_id: bird.team === null ? null : byName.get(bird.team.toLowerCase())!,
    })),
    act.by,
    lines.map(({ order }) => order?.user_id ?? null),
  );
  const birds = lines.map((line, i) => ({ ...line, pigeon_id: ids[i]! }));
  for (const { left, bird, order, place } of birds)
    if (left && order)
      await takeOver(tx, season, left.bird, {
        order,
        place,
        bird: { ...bird, team_id: byName.get(bird.team?.toLowerCase() ?? '') ?? null },
        by: act.by,
      });
  const ordered = birds.flatMap(({ left, order, place, pigeon_id }) =>
    order && !left ? [{ loft_id, season_id, order_id: order.id, place, pigeon_id }] : [],
  );
  for (let i = 0; i < ordered.length; i += mostRows)
    await tx
      .insertInto('entries')
      .values(ordered.slice(i, i + mostRows))
      .execute();
  await giveExtraPlaces(
    tx,
    season,
    birds.flatMap(({ outside, pigeon_id }) =>
      outside === null ? [] : [{ pigeon_id, kind: 'outside_order' as const, reason: outside }],
    ),
    act,
  );
  const locked = new Map((await lockPigeons(tx, season, ids)).map((pigeon) => [pigeon.id, pigeon]));
  const of = (some: typeof birds) => some.map(({ pigeon_id }) => locked.get(pigeon_id)!);
  const [here, expected] = [birds.filter(({ chip }) => chip !== null), birds.filter(({ chip }) => chip === null)];
  await bringTo(tx, season, of(expected), 'assigned', act);
  if (here.length) {
    await bringTo(tx, season, of(here), 'at_loft', act);
    for (const part of ['active', 'reserve'] as const) {
      const flying = here.filter(({ order, place }) => (order ? partAt(order, place) : 'active') === part);
      await bringTo(tx, season, of(flying), part, act);
    }
  }
  const after = { season_id, pigeons: lines.map(({ ring }) => ring) };
  await writeAudit(tx, { loft_id, user_id: act.by, action: 'pigeon.import', before: null, after });
  // Last, because it locks the loft's arrival log, and the clocks' readings wait.
  const chips = here.map(({ pigeon_id, chip }) => ({ pigeon_id, chip: chip! }));
  if (!chips.length) return;
  const now = new Date(act.now_ms).toISOString();
  await takeOffElsewhere(
    tx,
    season,
    chips.map(({ chip }) => chip),
    now,
  );
  await wearChips(tx, loft_id, chips, now);
}

/** Give a bird that was left behind a place of another order; facts that the list leaves out stay. */
async function takeOver(
  tx: Tx,
  season: SeasonKey,
  left: AdminBird,
  to: { order: OwnedOrder; place: number; bird: ListedBird & { team_id: number | null }; by: number | null },
): Promise<void> {
  const before = factsOf(left);
  const known = facts.map((fact) => [fact, to.bird[fact] === birdFacts[fact].blank ? before[fact] : to.bird[fact]]);
  const change = { ...(Object.fromEntries(known) as Facts), team_id: to.bird.team_id };
  await changePigeon(tx, season, left, change, to.by);
  await tx
    .updateTable('entries')
    .set({ order_id: to.order.id, place: to.place })
    .where('loft_id', '=', season.loft_id)
    .where('pigeon_id', '=', left.pigeon_id)
    .execute();
}

/** In one statement: each row takes five of the 65,535 parameters of a statement. */
const mostRows = 5000;
