/** What the prizes of a rulebook come to for a race that nobody has flown yet, by the function that pays them. */
import { prizesOf, prizesTogether } from '#domain/seasons/prizes.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { divisionOf, type PrizedFor, prizedFlights } from '#domain/seasons/rulebook-parts.ts';
import { specialWins } from '#domain/seasons/special-prizes.ts';
import type { SpecialPrize } from '#domain/seasons/special-prizes-rule.ts';

/** The most birds that are tried out. */
export const mostSimulated = 20_000;

export interface Simulated {
  basketed: number;
  home: number;
  /** How many of them land first together. */
  drop: number;
  /** How many countries they are of: only first birds of countries depend on it. */
  countries: number;
  /** What each entry pays, cents; only prizes in percent depend on it. */
  fee_cents: number;
}

export interface Simulation {
  /** Places with the same prize, one after the other; null: the birds that are not home. */
  lines: { from: number | null; to: number | null; cents: number }[];
  /** The special prizes, how many there are of each, and what they come to together; in kind nothing. */
  specials: { prize: SpecialPrize; count: number; cents: number }[];
  paid_cents: number;
  kept_cents: number;
  prizes_cents: number;
}

/** The kinds of flights that a rulebook has prizes for. */
export const simulatedKinds = ({ prizes }: Pick<Rulebook, 'prizes'>) => prizedFlights.filter((kind) => prizes[kind]);

/** The prizes of a flight if so many birds are basketed and so many come home, each in a time of its own. */
export function simulate(
  { prizes, ties_share_prizes: ties_share, ...book }: Rulebook,
  kind: Exclude<PrizedFor, 'ace'>,
  { basketed, home, drop, countries, fee_cents }: Simulated,
): Simulation | null {
  const template = prizes[kind];
  if (!template) return null;
  const plan = { template, ties_share, division: divisionOf(book) };
  // A second between those of the first drop, an hour between the others.
  const ranked = Array.from({ length: Math.min(home, basketed) }, (_, i) => ({
    rank: i + 1,
    time_ms: i < drop ? i * 1_000 : drop * 1_000 + (i - drop + 1) * 3_600_000,
  }));
  const fund_cents = basketed * fee_cents;
  const finish = { is_together: true, lost: basketed - ranked.length };
  const { values, lost, kept } = prizesOf(plan, ranked, finish, fund_cents);
  const lines: Simulation['lines'] = [];
  for (const [i, cents] of values.entries()) {
    const last = lines.at(-1);
    if (last?.cents === cents) last.to = i + 1;
    else if (cents > 0) lines.push({ from: i + 1, to: i + 1, cents });
  }
  const each = lost[0] ?? 0;
  if (each > 0) lines.push({ from: null, to: null, cents: each });
  // Hens and cocks land in turn, and the first bird of each country before the second of any.
  const birds = ranked.map(({ rank }, i) => ({
    rank,
    sex: i % 2 === 0 ? ('hen' as const) : ('cock' as const),
    country: countries === 0 ? null : String(i % countries),
  }));
  const wins = Map.groupBy(specialWins(book.special?.[kind] ?? [], birds, plan), ({ prize }) => prize);
  const specials = [...wins].map(([prize, won]) => ({
    prize,
    count: won.length,
    cents: won.flatMap(({ winners }) => winners).reduce((sum, { cents }) => sum + cents, 0),
  }));
  const special_cents = specials.reduce((sum, { cents }) => sum + cents, 0);
  const paid_cents = [...values, ...lost].reduce((sum, cents) => sum + cents, special_cents);
  const prizes_cents = prizesTogether(plan, fund_cents) + special_cents;
  return { lines, specials, paid_cents, kept_cents: kept, prizes_cents };
}
