/** Lines of a ranking and lists of a flight as visible to a reader. */
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { Bird, RawBird, WholeBird } from '#domain/pigeons/contract.ts';
import type { SpecialPrize } from '#domain/seasons/special-prizes-rule.ts';
import { type BirdList, birdSwitches, shows, showsGap, showsSpeed } from '#domain/seasons/visibility.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import type { View } from '#server/seasons/visibility.ts';

/** The fields of a line beside its bird. */
export interface ShownLine {
  rank: number | null;
  time: string | null;
  net_ms: number | null;
  speed: number | null;
  gap_ms: number | null;
  day: number | null;
}

export function shownLine({ hidden }: View, { rank, time_ms, net_ms, speed, gap_ms, day }: Ranked): ShownLine {
  const timed = shows(hidden, 'results.time');
  return {
    rank: shows(hidden, 'results.rank') ? rank : null,
    time: timed ? new Date(time_ms).toISOString() : null,
    net_ms: timed ? net_ms : null,
    speed: showsSpeed(hidden) ? speed : null,
    gap_ms: showsGap(hidden) ? gap_ms : null,
    day: timed ? day : null,
  };
}

/** The special prizes of a result of which a reader may see what they are given for. */
export const shownSpecials = <Win extends { prize: { to: SpecialPrize['to'] } }>(
  { hidden }: View,
  wins: readonly Win[],
): Win[] => {
  const { sex, country } = birdSwitches('results');
  const shown = { first_hen: sex, first_cock: sex, first_of_country: country, every_nth: 'results.rank' } as const;
  return wins.filter(({ prize }) => shows(hidden, shown[prize.to]));
};

/** The birds of a flight by their real ids, as one of its lists shows them and in its order. */
export type Birds = ReadonlyMap<number, Bird>;

type RawBirds = ReadonlyMap<number, RawBird>;

/** A list of which its season hides nothing from this reader. */
const whole = (birds: ReadonlyMap<number, WholeBird>): Birds => birds;

/** The lists made before, by list and hidden fields: thousands may ask for the same. */
const made = new WeakMap<RawBirds, Map<string, Birds>>();

/**
 * All birds of a flight as a list of it shows them. With hidden rings the order is that of their numbers in the list.
 */
export function shownBirdsOf(view: View, list: BirdList, birds: RawBirds, flight_id: number): Birds {
  if (!view.hidden.length) return whole(birds);
  const key = `${list} ${view.hidden.join()}`;
  const known = made.get(birds) ?? new Map<string, Birds>();
  made.set(birds, known);
  let shown = known.get(key);
  if (!shown) {
    const all = [...birds].map(([id, bird]) => [id, shownBird(view, list, bird, flight_id)] as const);
    if (!shows(view.hidden, birdSwitches(list).ring)) all.sort(([, a], [, b]) => a.pigeon_id - b.pigeon_id);
    shown = new Map(all);
    known.set(key, shown);
  }
  return shown;
}

/** The lines of a ranking in the order in which they are shown: by rank, or by ring where ranks are hidden. */
export function shownOrder({ hidden }: View, ranked: readonly Ranked[], birds: Birds): readonly Ranked[] {
  if (shows(hidden, 'results.rank')) return ranked;
  const key = ({ pigeon_id }: Ranked) => birds.get(pigeon_id)!;
  return ranked.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one.ring < other.ring ? -1 : one.ring > other.ring ? 1 : one.pigeon_id - other.pigeon_id;
  });
}
