/** How a scan finds a bird: by its chip, its ring, or the last digits of its ring. */
import { chipKey } from '#domain/pigeons/chip.ts';
import { latinDigits, ringKey, ringParts } from '#domain/pigeons/ring.ts';

/** What a bird is found by. */
export interface FindableBird {
  ring: string;
  chip: string | null;
  former_chips?: readonly string[];
}

/** The birds of a season, ready to be searched. */
export interface BirdIndex<Bird extends FindableBird> {
  byChip: ReadonlyMap<string, Bird>;
  byRing: ReadonlyMap<string, Bird>;
  byFormerChip: ReadonlyMap<string, Bird>;
  /** Each ring up to its running number, because a year may follow. */
  tails: readonly (readonly [tail: string, bird: Bird])[];
}

/** What a scan has found. */
export interface Found<Bird> {
  /** Several, where the digits end several rings. */
  birds: readonly Bird[];
  /** The chip that was read; null where a ring was. */
  chip: string | null;
}

/** Last digits of a ring: fewer would match too many birds. */
const leastDigits = 2;

/** Indexes birds by chip, ring, former chips and last digits. */
export function indexBirds<Bird extends FindableBird>(birds: readonly Bird[]): BirdIndex<Bird> {
  const byChip = new Map<string, Bird>();
  const byRing = new Map<string, Bird>();
  const byFormerChip = new Map<string, Bird>();
  const tails: [string, Bird][] = [];
  for (const bird of birds) {
    if (bird.chip !== null) byChip.set(bird.chip, bird);
    byRing.set(ringKey(bird.ring), bird);
    for (const chip of bird.former_chips ?? []) byFormerChip.set(chip, bird);
    const { before, digits } = ringParts(bird.ring);
    tails.push([ringKey(before + digits), bird]);
  }
  return { byChip, byRing, byFormerChip, tails };
}

/** Finds the birds that a scanned or typed text means: the wearer of the chip first, then the ring, then its digits. */
export function findBirds<Bird extends FindableBird>(index: BirdIndex<Bird>, typed: string): Found<Bird> {
  const text = latinDigits(typed);
  const chip = chipKey(text);
  const wearer = index.byChip.get(chip);
  if (wearer) return { birds: [wearer], chip };
  const ring = ringKey(text);
  const ringed = index.byRing.get(ring);
  if (ringed) return { birds: [ringed], chip: null };
  // A chip that a clock would not know: the bird is found, and refused for it.
  const former = index.byFormerChip.get(chip);
  if (former) return { birds: [former], chip };
  const isDigits = new RegExp(`^\\d{${leastDigits},}$`).test(ring);
  const birds = isDigits ? index.tails.filter(([tail]) => tail.endsWith(ring)).map(([, bird]) => bird) : [];
  return { birds, chip: null };
}
