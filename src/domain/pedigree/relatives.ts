/** The relatives that stand below or beside a bird, and how its offspring flies. */
import type { BirdWithParents } from './stock.ts';

export interface Relatives {
  /** Same sire and same dam. */
  siblings: number[];
  /** Same sire, another dam or one that is not known; and the other way round. */
  half_by_sire: number[];
  half_by_dam: number[];
  offspring: number[];
}

/** The siblings, half siblings and offspring of a bird among others, in their order. */
export function relativesOf(birds: readonly BirdWithParents[], id: number): Relatives {
  const own = birds.find((bird) => bird.id === id);
  const others = birds.filter((bird) => bird.id !== id);
  const same = (side: 'sire_id' | 'dam_id') => (bird: BirdWithParents) =>
    own != null && own[side] !== null && bird[side] === own[side];
  const [bySire, byDam] = [same('sire_id'), same('dam_id')];
  const ids = (is: (bird: BirdWithParents) => boolean) => others.filter(is).map((bird) => bird.id);
  return {
    siblings: ids((bird) => bySire(bird) && byDam(bird)),
    half_by_sire: ids((bird) => bySire(bird) && !byDam(bird)),
    half_by_dam: ids((bird) => byDam(bird) && !bySire(bird)),
    offspring: ids(({ sire_id, dam_id }) => sire_id === id || dam_id === id),
  };
}

/** The place of a bird in a race; null: it was not home. */
export interface RaceOfBird {
  rank: number | null;
  /** The birds that were basketed. */
  birds: number;
}

/** The share of the other birds of a race that a bird left behind: 1 for the first, 0 for the last and who is not home. */
export const leftBehind = ({ rank, birds }: RaceOfBird): number =>
  rank === null ? 0 : birds < 2 ? 1 : (birds - rank) / (birds - 1);

/** How the offspring of a bird flies. It describes what was flown, and says nothing about a single bird. */
export interface OffspringFlown {
  /** Offspring that flew a race, and their races. */
  birds: number;
  races: number;
  /** The mean of {@link leftBehind}, each bird once whatever the number of its races; ½ is the middle of their races. */
  mean: number;
  /** The standard error of the mean, from the differences between the birds; null: fewer than two. */
  error: number | null;
}

/** The mean of the offspring of a bird over all their races, by bird; null: none of them has flown. */
export function offspringFlown(races: ReadonlyMap<number, readonly RaceOfBird[]>): OffspringFlown | null {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const flown = [...races.values()].filter((own) => own.length > 0);
  if (flown.length === 0) return null;
  const means = flown.map((own) => meanOf(own.map(leftBehind)));
  const mean = meanOf(means);
  const squares = means.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    birds: means.length,
    races: flown.reduce((sum, own) => sum + own.length, 0),
    mean,
    error: means.length < 2 ? null : Math.sqrt(squares / (means.length - 1) / means.length),
  };
}
