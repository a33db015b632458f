// A published ace table: rows with the places and birds that they were made from, and the rule that makes them. What
// cannot be understood is refused with file and field, never guessed.

import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { asDecimals } from '#domain/rankings/exact.ts';
import { seasonRanking } from '#domain/rankings/ranking.ts';
import { type RankingRule, rankingBy, roundings } from '#domain/rankings/ranking-rule.ts';
import type { RankingFlight } from '#domain/rankings/ranking-season.ts';
import { isAceEntry, readJson } from './result-list.ts';

/** Other words for the fields of a rule, by what they are called here. */
const fields: Record<string, readonly string[]> = {
  factor: ['multiplier', 'multiply', 'times', 'per'],
  decimals: ['digits', 'precision'],
  rounding: ['round', 'mode'],
  most_birds: ['birds_at_most', 'max_birds'],
  counts_up_to: [
    'max',
    'maximum',
    'limit',
    'threshold',
    'at_most',
    'max_coefficient',
    'coefficient_at_most',
    'counts_at_most',
  ],
  best: ['best_of', 'best_flights'],
  least: ['least_flights', 'min_flights'],
  order: ['sort', 'order_by', 'rank_by', 'sort_by'],
};
const fieldOf = new Map(
  Object.entries(fields).flatMap(([field, others]) => [field, ...others].map((one) => [one, field])),
);

const roundingWords: Record<string, string> = {
  truncate: 'cut',
  trunc: 'cut',
  floor: 'cut',
  down: 'cut',
  half_up: 'half-up',
  round: 'half-up',
  ceil: 'up',
};

/** By what places are given, the sport's words for it, and which is first. */
const orders = {
  points: { first: 'desc', words: ['count', 'flights', 'prizes', 'counting'] },
  coefficient: { first: 'asc', words: ['coefficients', 'sum', 'total', 'value'] },
} as const;
type Order = keyof typeof orders;

const descending = /^(desc|descending|high|highest|highest first|most|-)$/;
const ascending = /^(asc|ascending|low|lowest|lowest first|least|\+)$/;

/** `points`, `-points`, `points desc`, `{ "by": "points", "direction": "desc" }`; null: not understood. */
function orderIn(given: unknown): Order | null {
  const text = typeof given === 'object' && given !== null ? Object.values(given).join(' ') : String(given);
  const [, sign = '', word = '', rest = ''] = /^([-+]?)\s*([a-z]+)[\s:_,]*(.*)$/.exec(text.toLowerCase().trim()) ?? [];
  const way = sign || rest.trim();
  const [order, { first }] = Object.entries(orders).find(
    ([name, { words }]) => name === word || words.some((one) => one === word),
  ) ?? [null, { first: '' }];
  if (!order || (way && !(first === 'desc' ? descending : ascending).test(way))) return null;
  return order as Order;
}

/** The factor in `rank * 100 / birds`; null: another formula. */
function factorIn(formula: string): number | null {
  const text = formula.toLowerCase().replaceAll(/\s+/g, '').replaceAll(/[×x]/g, '*').replaceAll('place', 'rank');
  const [, a, b, c] = /^(?:rank\*(\d+)\/birds|(\d+)\*rank\/birds|rank\/birds\*(\d+))$/.exec(text) ?? [];
  return a || b || c ? Number(a ?? b ?? c) : null;
}

const decimalText = z
  .union([z.string(), z.number().transform(String)])
  .refine((text) => /^\d{1,9}(\.\d{1,6})?$/.test(text), 'must be a number without sign, with at most six decimals');

const tableRule = z.strictObject({
  factor: z.int().min(1).max(10_000),
  decimals: z.int().min(0).max(6),
  rounding: z.enum(roundings),
  most_birds: z.int().min(1).max(100_000).nullish(),
  counts_up_to: decimalText.nullish(),
  best: z.int().min(1).max(60).nullish(),
  least: z.int().min(1).max(60).default(1),
  order: z.array(z.enum(['points', 'coefficient'])).default(['points', 'coefficient']),
});

/** The fields of a rule, of its parts too, by their names here; `cut: 4` and a formula are taken apart. */
function spelledOut(given: Record<string, unknown>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    const formula = typeof value === 'string' ? factorIn(value) : null;
    const comparison = typeof value === 'string' ? /^(?:coefficient\s*)?<=\s*(.+)$/.exec(value)?.[1] : undefined;
    if (isPart) Object.assign(found, spelledOut(value as Record<string, unknown>));
    else if (formula !== null) found.factor = formula;
    else if (comparison !== undefined) found.counts_up_to = comparison;
    else if (roundingWords[name] === 'cut' || name === 'cut') {
      found.rounding = 'cut';
      if (typeof value === 'number') found.decimals = value;
    } else if (fieldOf.has(name)) found[fieldOf.get(name)!] = value;
    else if (!says.has(name)) found[name] = value;
  }
  return found;
}

/** Fields that say in words what a table of this kind is anyway: its points are the flights that count. */
const says = new Set(['name', 'note', 'description', 'label', 'measure', 'method', 'formula', 'of', 'by', 'points']);

const aceRule = z
  .record(z.string(), z.unknown())
  .transform((given) => {
    const { rounding, order, ...found } = spelledOut(given);
    const word = typeof rounding === 'string' ? rounding.toLowerCase() : 'cut';
    return {
      factor: 100,
      decimals: 4,
      ...found,
      rounding: typeof (rounding ?? '') === 'string' ? (roundingWords[word] ?? word) : rounding,
      ...(order !== undefined && { order: [order].flat().map((one) => orderIn(one) ?? one) }),
    };
  })
  .pipe(tableRule)
  .transform(({ factor, decimals, rounding, most_birds, counts_up_to, best, least, order }): RankingRule => {
    const { flights, ...rest } = rankingBy({
      by: 'coefficient',
      of: 'basketed',
      factor,
      decimals,
      rounding,
      most_birds: most_birds ?? null,
    });
    return {
      ...rest,
      flights: { ...flights, best: best ?? null, least },
      limit: counts_up_to ? { value: counts_up_to, beyond: 'does_not_count' } : null,
      places_by: order[0] === 'points' ? 'count' : 'value',
      // After the sum of the coefficients, the number of flights.
      tie_breaks: order[0] === 'coefficient' && order.includes('points') ? ['most_flights'] : [],
    };
  });

const count = z.int().min(0).optional();
const aceEntries = z.array(
  z.object({
    ace: z.string().min(1),
    rule: aceRule,
    expected: z.object({ rows: count, exact: count, unexplained: count }).nullish(),
  }),
);

/** A number as printed, with a point or a comma. */
const printed = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim().replace(',', '.'))
  .refine((text) => /^\d{1,9}(\.\d{1,12})?$/.test(text), 'must be a number');
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number),
]);

const aceTable = z.object({
  rows: z.array(
    z.object({
      place: wholeNumber,
      ring: z.string().min(1),
      points: printed.nullish(),
      coefficient: printed.nullish(),
      inputs: z.array(
        z.object({
          race: z.union([z.string(), z.number()]).optional(),
          rank: wholeNumber.pipe(z.int().min(1)),
          birds: wholeNumber.pipe(z.int().min(1)),
        }),
      ),
    }),
  ),
});
export type AceRow = z.output<typeof aceTable>['rows'][number];

/** A table with its rule. */
export interface AceTable {
  file: string;
  rule: RankingRule;
  rows: readonly AceRow[];
  expected: { rows?: number | undefined; exact?: number | undefined; unexplained?: number | undefined };
}

/**
 * Reads the tables of a rules file: its entries with `ace`; their paths are relative to it.
 * @throws Error with one sentence naming file and field
 */
export async function readAceTables(path: string): Promise<AceTable[]> {
  const json = await readJson(path);
  const known = understood(path, aceEntries, Array.isArray(json) ? json.filter(isAceEntry) : []);
  return Promise.all(
    known.map(async ({ ace, rule, expected }) => {
      const at = resolve(dirname(path), ace);
      const { rows } = understood(at, aceTable, await readJson(at));
      return { file: ace, rule, rows, expected: expected ?? {} };
    }),
  );
}

function understood<S extends z.ZodType>(path: string, schema: S, json: unknown): z.output<S> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const { path: at, message } = read.error.issues[0]!;
  const field = at.map((one) => (typeof one === 'number' ? one + 1 : String(one))).join('.');
  throw new Error(`${path}, ${field || 'the whole'}: ${message}`);
}

/** One line per table, and a sentence for each figure and row that differs. */
export function checkAceTables(tables: readonly AceTable[]): { lines: string[]; differences: string[] } {
  const lines: string[] = [];
  const differences: string[] = [];
  for (const table of tables) {
    const wrong = unexplainedRows(table);
    const rows = table.rows.length;
    const found = { rows, exact: rows - wrong.length, unexplained: wrong.length };
    lines.push(`${table.file} rows=${rows} exact=${found.exact} unexplained=${found.unexplained}`);
    // Where nothing else is expected, each row is.
    const { exact, unexplained = exact === undefined ? 0 : undefined } = table.expected;
    const figures = Object.entries({ rows: table.expected.rows, exact, unexplained });
    const differs = figures.filter(
      ([figure, wanted]) => wanted !== undefined && found[figure as keyof typeof found] !== wanted,
    );
    for (const [figure, wanted] of differs)
      differences.push(`${table.file}: ${figure} is ${found[figure as keyof typeof found]}, expected ${wanted}`);
    if (differs.length > 0) for (const { row, what } of wrong) differences.push(`${table.file}: ${row.ring}: ${what}`);
  }
  return { lines, differences };
}

/** A row that is not what its inputs give by the rule. */
export interface Unexplained {
  row: AceRow;
  what: string;
}

/** The rows of a table that its rule does not explain: by place, points or coefficient. */
export function unexplainedRows({ rule, rows }: Pick<AceTable, 'rule' | 'rows'>): Unexplained[] {
  const ranking = seasonRanking(rule, {
    birds: rows.map((_, i) => ({ pigeon_id: i + 1, groups: {} })),
    flights: flightsOf(rows),
  });
  const found = new Map(ranking.rows().map((row) => [row.key, row]));
  // A row without a flight that counts stands behind all others.
  const placed = rows.map((row, i) => {
    const { place = found.size + 1, value = 0, count: points = 0 } = found.get(i + 1) ?? {};
    const coefficient = asDecimals(value, rule.measure.by === 'coefficient' ? rule.measure.decimals : 0);
    return { row, place, coefficient, points };
  });
  // A table may begin below the first place.
  const above = Math.min(...rows.map(({ place }) => place)) - 1;
  const printedAs = Map.groupBy(placed, ({ place }) => place);
  return placed.flatMap(({ row, place, coefficient, points }): Unexplained[] => {
    const what: string[] = [];
    if (row.points != null && !isSame(row.points, String(points))) what.push(`points ${row.points}, not ${points}`);
    if (row.coefficient != null && !isSame(row.coefficient, coefficient))
      what.push(`coefficient ${row.coefficient}, not ${coefficient}`);
    // Equal rows share a place, or follow each other.
    const equal = printedAs.get(place)!.map((one) => one.row.place - above);
    const shares = equal.every((one) => one === place);
    const follows = equal.toSorted((a, b) => a - b).every((one, i) => one === place + i);
    const own = row.place - above;
    if (!shares && !follows && !(equal.length === 1 && own === place))
      what.push(`place ${row.place}, not ${place + above}`);
    return what.length > 0 ? [{ row, what: what.join('; ') }] : [];
  });
}

const isSame = (a: string, b: string) => plain(a) === plain(b);
/** Plain decimals without zeros at their ends. */
const plain = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.');
  return `${BigInt(whole)}.${fraction.replace(/0+$/, '')}`;
};

/** The flights of a table: each race with its birds; of a race that a row names twice with the same birds, another one. */
function flightsOf(rows: readonly AceRow[]): RankingFlight[] {
  const flights = new Map<string, RankingFlight & { results: { pigeon_id: number; rank: number; net_ms: number }[] }>();
  for (const [i, { inputs }] of rows.entries()) {
    const seen = new Map<string, number>();
    for (const { race = '', rank, birds } of inputs) {
      const name = JSON.stringify([race, birds]);
      const again = (seen.get(name) ?? 0) + 1;
      seen.set(name, again);
      const key = `${name} ${again}`;
      const flight = flights.get(key) ?? {
        flight_id: flights.size + 1,
        kind: 'hot_spot',
        distance_m: 0,
        basketed: birds,
        prize_places: 0,
        flown: true,
        results: [],
      };
      flight.results.push({ pigeon_id: i + 1, rank, net_ms: 0 });
      flights.set(key, flight);
    }
  }
  return [...flights.values()];
}
