/**
 * How the birds of a flight come home after its first one: the model behind the expected times.
 *
 * Assumptions, so that nobody takes its answers for more than they are:
 *
 * - The clock that counts is flown time: from the release, without the hours in which birds rest. What matters of two
 *   times is their ratio, so that a field is the same at 200 and at 600 km.
 * - A share of the field is lost. The others come like this: with x the logarithm of a bird's flown time over that of
 *   the start of the field, the odds of being home are (x / width) ^ rise up to the middle of those that come, and
 *   (x / width) ^ (rise × tail) after it. The start lies shortly before the first bird, which is the first of so many.
 * - Fields differ, between lofts less than within the sport. What is taken for likely before the first bird are the
 *   shapes of published lists and, heavier, those of the loft's own earlier flights.
 * - Birds come in groups, so that n arrivals say less than n independent ones would: they count as 0.8 times the root of
 *   their number. The first ones of all come further apart than the model has them, so they count less.
 *
 * What comes of it is a posterior over a fixed grid of shapes: no chance, no iteration, the same answer everywhere. How
 * often its intervals hold is measured on the published lists (`expected-times.test.ts`, decision 72).
 */

/** The shape of a field. */
export interface FieldShape {
  /** How far behind the start the middle of those that come home is: the logarithm of the ratio of flown times. */
  width: number;
  /** How steeply the field comes before its middle. */
  rise: number;
  /** How steeply it comes after it, as a share of `rise`; null: nothing is known of it. */
  tail: number | null;
  /** The share of the field that does not come home; null: nothing is known of it. */
  lost: number | null;
}

const steps = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, index) => from * (to / from) ** (index / (count - 1)));

const widths = steps(11, 0.025, 1.2);
const rises = steps(6, 0.7, 4.5);
const tails = [0.25, 0.45, 0.8, 1.4];
const losses = [0.02, 0.12, 0.27, 0.45, 0.65, 0.84];
/** How likely each loss is where a list does not tell: most fields lose a few birds, and some nearly all. */
const usual_losses = [0.2, 0.2, 0.2, 0.17, 0.13, 0.1];
/** Where in its own distribution the time of the first bird lies, and how likely each is taken. */
const firsts = [0.03, 0.2, 0.5, 0.85];
const first_weights = [0.08, 0.28, 0.32, 0.32].map(Math.log);

const grid = widths.flatMap((width) =>
  rises.flatMap((rise) => tails.flatMap((tail) => losses.map((lost) => ({ width, rise, tail, lost })))),
);
const points = grid.length * firsts.length;

/** How near to a known shape another one is likely: in the logarithm of width, rise and tail, and in the odds of a loss. */
const near = { width: 0.2, rise: 0.2, tail: 0.4, lost: 0.6 } as const;
/** How much more a flight of the loft itself says than one of another. */
const own_weight = 4;
/** What is left for shapes that nobody has seen. */
const unseen = 0.0003;
/** As how many birds that fly alone the birds at home count, for each root of their number. */
const independence = 0.8;
/**
 * Until this share of the field is home its birds say proportionally less of the rest: the very first ones of large
 * fields come further apart than the others after them, and made every later time too late (decision 72).
 */
const telling_share = 0.03;
/** Points less likely than the best one by this much, as a logarithm, are left out. */
const negligible = 7;

const odds = (share: number) => Math.log(share / (1 - share));
const square = (value: number) => value * value;

/**
 * What is taken for likely before the first bird is home, from known shapes: for each shape of the grid the logarithm of
 * its weight.
 * @param known shapes of other flights, and of the loft's own
 */
export function likelyShapes(known: { published: readonly FieldShape[]; own: readonly FieldShape[] }): Float64Array {
  const near_by = (shape: FieldShape, { width, rise, tail, lost }: (typeof grid)[number]) => {
    let apart = square(Math.log(width / shape.width) / near.width) + square(Math.log(rise / shape.rise) / near.rise);
    let share = 1;
    if (shape.tail === null) share /= tails.length;
    else apart += square(Math.log(tail / shape.tail) / near.tail);
    if (shape.lost === null) share *= usual_losses[losses.indexOf(lost)]!;
    else apart += square((odds(lost) - odds(Math.min(0.9, Math.max(0.01, shape.lost)))) / near.lost);
    return share * Math.exp(-apart / 2);
  };
  return Float64Array.from(grid, (point) => {
    let sum = unseen;
    for (const shape of known.published) sum += near_by(shape, point);
    for (const shape of known.own) sum += own_weight * near_by(shape, point);
    return Math.log(sum);
  });
}

/** Nothing is known before. */
export const anyShape = new Float64Array(grid.length);

/** The birds of a flight that are home, and when it is. */
export interface FieldHome {
  basketed: number;
  /** The flown times of the birds that are home, ascending; any unit, at least one bird. */
  home: readonly number[];
  /** The time flown until now, in the same unit; not before the last of them. */
  now: number;
}

/** The shapes that a field may have, each with its weight; together they weigh one. */
export interface Field {
  count: number;
  /** The logarithm of the flown time at the start of the field. */
  start: Float64Array;
  width: Float64Array;
  rise: Float64Array;
  /** The steepness after the middle. */
  fall: Float64Array;
  /** The share of the field that comes home. */
  comes: Float64Array;
  weight: Float64Array;
}

/** Which of those that come are home, from x; see the model above. */
function homeShare(x: number, width: number, rise: number, fall: number): number {
  if (x <= 0) return 0;
  const ratio = x / width;
  const of_one = ratio < 1 ? ratio ** rise : ratio ** fall;
  return of_one / (1 + of_one);
}

/** Ranks by which a field is judged: all would say hardly more, and take longer. */
function milestones(home: number): number[] {
  const found: number[] = [];
  for (let rank = 2; rank < home; rank = Math.max(rank + 1, Math.round(rank * 1.5))) found.push(rank);
  if (home > 1) found.push(home);
  return found;
}

/**
 * The shapes that a field may have, after the birds that are home.
 *
 * Takes some 5 ms for any number of birds: it looks at a few dozen of them.
 * @param likely what was likely before: {@link likelyShapes}
 */
export function fieldAfter(likely: Float64Array, { basketed, home, now }: FieldHome): Field {
  const ranks = milestones(home.length);
  const logs = ranks.map((rank) => Math.log(home[rank - 1]!));
  const first = Math.log(home[0]!);
  const log_now = Math.log(now);
  const others = home.length - 1;
  const counts =
    Math.min(1, (independence * Math.sqrt(home.length)) / Math.max(1, others)) *
    Math.min(1, home.length / (telling_share * basketed));
  const out = basketed - home.length;
  const field: Field = {
    count: 0,
    start: new Float64Array(points),
    width: new Float64Array(points),
    rise: new Float64Array(points),
    fall: new Float64Array(points),
    comes: new Float64Array(points),
    weight: new Float64Array(points),
  };
  let best = Number.NEGATIVE_INFINITY;
  let at = 0;
  for (const [index, { width, rise, tail, lost }] of grid.entries()) {
    const fall = rise * tail;
    const comes = 1 - lost;
    const coming = Math.max(1, basketed * comes);
    for (const [place, below] of firsts.entries()) {
      const share_first = 1 - (1 - below) ** (1 / coming);
      const start = first - width * (share_first / (1 - share_first)) ** (1 / rise);
      let before = comes * share_first;
      let rank_before = 1;
      let likelihood = -(others + out) * Math.log(1 - before);
      for (let mark = 0; mark < ranks.length; mark += 1) {
        const until = comes * homeShare(logs[mark]! - start, width, rise, fall);
        likelihood += (ranks[mark]! - rank_before) * Math.log(Math.max(until - before, 1e-9));
        before = Math.max(until, before);
        rank_before = ranks[mark]!;
      }
      const gone = Math.max(comes * homeShare(log_now - start, width, rise, fall), before);
      likelihood += out * Math.log(Math.max(1 - gone, 1e-9));
      const weight = likely[index]! + first_weights[place]! + counts * likelihood;
      field.start[at] = start;
      field.width[at] = width;
      field.rise[at] = rise;
      field.fall[at] = fall;
      field.comes[at] = comes;
      field.weight[at] = weight;
      if (weight > best) best = weight;
      at += 1;
    }
  }
  let sum = 0;
  for (let from = 0; from < points; from += 1) {
    const below = field.weight[from]! - best;
    if (below < -negligible) continue;
    const to = field.count;
    field.start[to] = field.start[from]!;
    field.width[to] = field.width[from]!;
    field.rise[to] = field.rise[from]!;
    field.fall[to] = field.fall[from]!;
    field.comes[to] = field.comes[from]!;
    field.weight[to] = Math.exp(below);
    sum += field.weight[to]!;
    field.count += 1;
  }
  for (let to = 0; to < field.count; to += 1) field.weight[to]! /= sum;
  return field;
}

/** The share of those that come of one shape of a field that is home at a flown time, from its logarithm. */
export const shareAt = (field: Field, at: number, log_time: number): number =>
  homeShare(log_time - field.start[at]!, field.width[at]!, field.rise[at]!, field.fall[at]!);

/** The logarithm of the flown time at which a share, below one, of those that come of one shape is home. */
export function timeOfShare(field: Field, at: number, share: number): number {
  const of_one = share / (1 - share);
  const steepness = of_one < 1 ? field.rise[at]! : field.fall[at]!;
  return field.start[at]! + field.width[at]! * of_one ** (1 / steepness);
}

/**
 * The shape of a flight that is over, for those to come.
 * @param flown see {@link FieldHome.home}
 * @param is_whole false: only the first ones of a larger field are known, so that nothing is known of tail and loss
 */
export function shapeOf(flown: readonly number[], basketed: number, is_whole = true): FieldShape {
  const last = flown.at(-1)!;
  const field = fieldAfter(anyShape, { basketed, home: flown, now: last });
  let sum = 0;
  let width = 0;
  let rise = 0;
  let tail = 0;
  for (let at = 0; at < field.count; at += 1) {
    // Nobody else came: shapes of which many would are less likely.
    const later = is_whole ? field.comes[at]! * (1 - shareAt(field, at, Math.log(last))) : 0;
    const weight = field.weight[at]! * Math.exp(-60 * later);
    sum += weight;
    width += weight * Math.log(field.width[at]!);
    rise += weight * Math.log(field.rise[at]!);
    tail += weight * Math.log(field.fall[at]! / field.rise[at]!);
  }
  return {
    width: Math.exp(width / sum),
    rise: Math.exp(rise / sum),
    tail: is_whole ? Math.exp(tail / sum) : null,
    lost: is_whole ? 1 - flown.length / basketed : null,
  };
}
