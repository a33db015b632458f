/** Many birds entered from a list, each line told with what is wrong with it; what is taken, the operator says. */
import { sql } from 'kysely';
import type { ImportedLine, importModes } from '#domain/entries/intake-contract.ts';
import { birdsIn, type Cells, type Column, linesIn, type ReadLine } from '#domain/entries/listed.ts';
import { locales } from '#domain/locales.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { refusalAt } from '#domain/refusal.ts';
import { writeDown } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import {
  enterPigeons,
  enterTeams,
  ringsWornAsChips,
  type TeamToEnter,
  wearChips,
  whyNotWear,
} from '#server/pigeons/pigeons.ts';
import { bringTo, type Changing, lockPigeons } from '#server/pigeons/statuses.ts';
import { words } from '#server/words.ts';

interface SeasonKey {
  loft_id: number;
  season_id: number;
}

/** What a column is called in our own lists, in every language. */
const namedAs = {
  ring: 'sheet.ring',
  name: 'sheet.name',
  color: 'sheet.color',
  sex: 'sheet.sex',
  team: 'teams.team',
  fancier: 'sheet.fancier',
  country: 'lofts.country',
  chip: 'entries.chip',
} as const satisfies Record<Column, string>;

const inAll = (key: (typeof namedAs)[Column] | 'sex.cock' | 'sex.hen') => locales.map((locale) => words(locale).t(key));

/**
 * Enter the birds of a list. Who has a chip there is at the loft with it, and active.
 * @param mode `look`: none; `good`: those of the lines that are good; `all`: all, or none where a line is wrong
 * @throws Refusal `list_without_rings` where no column is called so.
 */
export async function importList(
  tx: Tx,
  season: SeasonKey,
  rows: Cells,
  mode: (typeof importModes)[number],
  changing: Omit<Changing, 'reason'>,
): Promise<{ unknown_columns: string[]; entered: number; good: number; lines: ImportedLine[] }> {
  const columns = Object.fromEntries(
    (Object.keys(namedAs) as Column[]).map((column) => [column, inAll(namedAs[column])]),
  ) as Record<Column, string[]>;
  const { lines, unknown_columns, missing } = linesIn(rows, columns);
  if (missing) throw refusalAt('file', 'list_without_rings');
  const read = await knownTo(tx, season, birdsIn(lines, { cock: inAll('sex.cock'), hen: inAll('sex.hen') }));
  const good = read.filter(({ errors }) => !errors.length);
  const takes = mode === 'good' || (mode === 'all' && good.length === read.length);
  const entered = takes ? await enterListed(tx, season, good, changing) : 0;
  return {
    unknown_columns,
    entered,
    good: good.length,
    lines: read.map(({ line, ring, bird, errors }) => ({
      line,
      ring,
      team: bird?.team ?? null,
      chip: bird?.chip ?? null,
      errors,
    })),
  };
}

/** The lines with what the season and the chips of other birds say to them. */
async function knownTo(tx: Tx, { loft_id, season_id }: SeasonKey, lines: readonly ReadLine[]): Promise<ReadLine[]> {
  const birds = lines.flatMap(({ bird }) => bird ?? []);
  const { rows: rings } = await sql<{ ring_key: string }>`
    select ring_key from pigeons where loft_id = ${loft_id} and season_id = ${season_id}
      and ring_key = any(${birds.map(({ ring }) => ringKey(ring))}::text[])`.execute(tx);
  const chips = await whyNotWear(
    tx,
    { loft_id, season_id },
    birds.flatMap(({ chip }) => chip ?? []),
  );
  const asChips = await ringsWornAsChips(
    tx,
    { loft_id, season_id },
    birds.map(({ ring }) => ringKey(ring)),
  );
  const known = new Set(rings.map(({ ring_key }) => ring_key));
  return lines.map((line) => {
    if (!line.bird) return line;
    const errors = [...line.errors];
    if (known.has(ringKey(line.bird.ring))) errors.push({ field: 'ring', code: 'entry_exists', params: {} });
    if (asChips.has(ringKey(line.bird.ring))) errors.push({ field: 'ring', code: 'ring_is_chip', params: {} });
    const no = chips.get(line.bird.chip ?? '');
    if (no) errors.push({ field: 'chip', code: no.code, params: { ...no.params } });
    return { ...line, errors };
  });
}

async function enterListed(
  tx: Tx,
  season: SeasonKey,
  lines: readonly ReadLine[],
  changing: Omit<Changing, 'reason'>,
): Promise<number> {
  if (!lines.length) return 0;
  const birds = lines.map(({ bird }) => bird!);
  const named = new Map<string, TeamToEnter>();
  for (const { team, fancier, country } of birds)
    if (team !== null && !named.has(team.toLowerCase()))
      named.set(team.toLowerCase(), { name: team, fancier, country });
  const teams = await enterTeams(tx, season, [...named.values()]);
  const byName = new Map([...teams].map(([name, id]) => [name.toLowerCase(), id]));
  const ids = await enterPigeons(
    tx,
    season,
    birds.map(({ ring, name, color, sex, team }) => ({
      ring,
      name,
      color,
      sex,
      team_id: team === null ? null : byName.get(team.toLowerCase())!,
    })),
    changing.by,
  );
  const chipped = birds.flatMap(({ chip }, i) => (chip === null ? [] : [{ pigeon_id: ids[i]!, chip }]));
  if (chipped.length) {
    await wearChips(tx, season.loft_id, chipped, new Date(changing.now_ms).toISOString());
    const arrived = await lockPigeons(
      tx,
      season,
      chipped.map(({ pigeon_id }) => pigeon_id),
    );
    await bringTo(tx, season, arrived, 'at_loft', changing);
    await bringTo(tx, season, arrived, 'active', changing);
  }
  const after = { season_id: season.season_id, pigeons: birds.map(({ ring }) => ring) };
  await writeDown(tx, { loft_id: season.loft_id, user_id: changing.by, action: 'pigeon.import', before: null, after });
  return ids.length;
}
