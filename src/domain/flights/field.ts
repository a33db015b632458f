/** How the field of a flight is spread while its birds come home: how far the ones still out may be. */

export interface FieldNow {
  distance_m: number;
  /** The time flown until now that counts, ms. */
  flown_ms: number;
  home: number;
  basketed: number;
  /** The speed that the loft expects of the middle of the field, m/min; null: unknown. */
  average: number | null;
  /** The speed of the first bird, m/min; null: nobody is home, or it is hidden. */
  first: number | null;
}

/**
 * The spread of the speeds around their middle, as a share of it by unit of the logarithm of the odds. The published
 * lists of whole fields lie between 0.008 and 0.09 (dev/results); a flight that has not shown its own is taken for wide.
 */
export const spreads = { least: 0.02, most: 0.12, usual: 0.09 } as const;
/** From this share of the field home on its own spread is known. */
const known_share = 0.05;
/** Beyond this share home nobody knows where the last ones are. */
const told_share = 0.9;
/** A flight in which the birds that land now took so many times as long as the first is over for most of those out. */
const told_lead = 1.6;
/** The share of those still out that is meant by most of them. */
const most = 0.8;

/**
 * Within which distance from the loft most birds that are still out can be expected, m, on the cautious side: from the
 * time flown, the share of the field that is home, and how far the first bird was ahead of it. An estimate for words,
 * never for a place on a map: in a flight that goes badly wrong they are further away.
 * @returns null where nothing can be said: nothing is known of the speeds, or nearly all are home
 */
export function mostWithin({ distance_m, flown_ms, home, basketed, average, first }: FieldNow): number | null {
  if (flown_ms <= 0 || distance_m <= 0 || basketed <= 0 || home / basketed > told_share) return null;
  const minutes = flown_ms / 60_000;
  const edge = distance_m / minutes;
  const lead = first === null ? 0 : first / edge;
  if ((home === 0 && !average) || lead > told_lead) return null;
  // Nobody home is less than the first.
  const out = 1 - Math.max(home, 0.5) / basketed;
  const spread = spreadOf(lead, out, basketed);
  const of_edge = edge / (1 + spread * odds(out));
  const middle = home === 0 && average ? Math.min(average, of_edge) : of_edge;
  const slow = Math.max(0, middle * (1 + spread * odds(out * (1 - most))));
  return distance_m - slow * minutes;
}

/** By how much the fields of published lists are wider than the lead of their first bird says. */
const wider = 4;

/** By the lead of the first bird over those that land now. */
function spreadOf(lead: number, out: number, basketed: number): number {
  if (1 - out < known_share || lead <= 1) return spreads.usual;
  const first = odds(1 - 1 / (2 * basketed));
  const found = (lead - 1) / Math.max(first - lead * odds(out), 1);
  return Math.min(spreads.most, Math.max(spreads.least, wider * found));
}

/** The logarithm of the odds of a share between 0 and 1. */
const odds = (share: number): number => Math.log(share / (1 - share));
