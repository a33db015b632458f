/**
 * Proves the figures of pedigrees: random stocks with close inbreeding against a second reading, which lists Wright's
 * paths one by one. All coefficients are equal, what common ancestors add is what their own paths add, and shares of
 * blood are those of all ways up. The control takes paths that share a bird, and must be noticed.
 */
import { expect, it } from 'vitest';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { bloodOf, commonAncestors } from './ancestors.ts';
import { kinshipIn } from './kinship.ts';
import { type BirdWithParents, stockOf } from './stock.ts';

const stocks = proveSize(1_000, 100_000);

/** A stock whose later birds have parents among the few before them, some of them not known, in any order. */
function randomStock(random: Random): BirdWithParents[] {
  const founders = 2 + random(3);
  const birds = Array.from({ length: founders + 3 + random(7) }, (_, i): BirdWithParents => {
    const parent = () => (i < founders || random(6) === 0 ? null : 1 + Math.max(0, i - 1 - random(5)));
    const [sire_id, dam_id] = [parent(), parent()];
    return { id: i + 1, sire_id, dam_id: sire_id === dam_id ? null : dam_id };
  });
  for (let i = birds.length - 1; i > 0; i -= 1) {
    const other = random(i + 1);
    [birds[i], birds[other]] = [birds[other]!, birds[i]!];
  }
  return birds;
}

type ParentsOf = ReadonlyMap<number, readonly number[]>;

/** All ways from a bird up to its ancestors, each with all birds on it; the bird itself is the first. */
function waysUp(parents: ParentsOf, id: number): number[][] {
  return [[id], ...parents.get(id)!.flatMap((parent) => waysUp(parents, parent).map((way) => [id, ...way]))];
}

/** What each common ancestor adds by Wright's paths: pairs of ways that meet in it and share no other bird. */
function pathsOf(parents: ParentsOf, sire: number, dam: number, isShared = false): Map<number, number> {
  const adds = new Map<number, number>();
  const [fromSire, fromDam] = [waysUp(parents, sire), waysUp(parents, dam)];
  for (const one of fromSire)
    for (const other of fromDam) {
      const ancestor = one.at(-1)!;
      if (ancestor !== other.at(-1)) continue;
      if (!isShared && one.slice(0, -1).some((id) => other.includes(id))) continue;
      const path = 0.5 ** (one.length + other.length - 1) * (1 + inbreedingOf(parents, ancestor));
      adds.set(ancestor, (adds.get(ancestor) ?? 0) + path);
    }
  return adds;
}

const sumOf = (adds: ReadonlyMap<number, number>) => [...adds.values()].reduce((sum, one) => sum + one, 0);

const coefficients = new WeakMap<ParentsOf, Map<number, number>>();

function inbreedingOf(parents: ParentsOf, id: number): number {
  const known = coefficients.get(parents) ?? new Map<number, number>();
  coefficients.set(parents, known);
  const [sire, dam] = parents.get(id)!;
  if (!known.has(id)) known.set(id, sire === undefined || dam === undefined ? 0 : sumOf(pathsOf(parents, sire, dam)));
  return known.get(id)!;
}

const isNear = (a: number, b: number) => Math.abs(a - b) < 1e-12;

it('random pedigrees have the figures of their paths', () => {
  const random = seededRandom(seed);
  let [differ, shared, inbred, matings] = [0, 0, 0, 0];
  for (let n = 0; n < stocks; n += 1) {
    const birds = randomStock(random);
    const stock = stockOf(birds);
    const kinship = kinshipIn(stock);
    const parents: ParentsOf = new Map(
      birds.map(({ id, sire_id, dam_id }) => [id, [sire_id, dam_id].filter((one) => one !== null)]),
    );
    const youngest = Math.max(...birds.map(({ id }) => id));
    const [sire, dam] = [youngest, youngest - 1 - random(3)];
    const paths = pathsOf(parents, sire, dam);
    const common = commonAncestors(stock, kinship, sire, dam);
    const ways = waysUp(parents, sire).slice(1);
    const isSame =
      birds.every(({ id }) => isNear(kinship.inbreeding(id), inbreedingOf(parents, id))) &&
      isNear(kinship.kinship(sire, dam), sumOf(paths)) &&
      common.every(({ id, adds }) => isNear(adds, paths.get(id) ?? 0)) &&
      [...paths].every(([id, adds]) => common.some((one) => one.id === id && isNear(one.adds, adds))) &&
      bloodOf(stock, sire).every(({ id, share, times }) => {
        const own = ways.filter((way) => way.at(-1) === id);
        return (
          own.length === times &&
          isNear(
            share,
            own.reduce((sum, way) => sum + 0.5 ** (way.length - 1), 0),
          )
        );
      });
    differ += isSame ? 0 : 1;
    matings += 1;
    inbred += sumOf(paths) > 0 ? 1 : 0;
    shared += isNear(sumOf(pathsOf(parents, sire, dam, true)), kinship.kinship(sire, dam)) ? 0 : 1;
  }
  reportProof('pedigree', { stocks, matings, inbred, differ, control: shared });
  expect(differ).toBe(0);
  expect(inbred).toBeGreaterThan(stocks / 2);
  expect(shared).toBeGreaterThan(stocks / 10);
});
