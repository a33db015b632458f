/** How a scan finds a bird, at the intake and at the basketing desk: by its chip, its ring, or the end of its ring. */
import { chipKey } from './chip.ts';
import { latinDigits, ringKey, ringParts } from './ring.ts';

/** What a bird is found by. */
export interface FindableBird {
  ring: string;
  chip: string | null;
  former_chips?: readonly string[];
}

/** A text by its letters and digits, and where it is divided, counted from its end. */
interface Writing {
  key: string;
  borders: ReadonlySet<number>;
}

/** A way in which a ring is written: whole, or with what follows its running number left off. */
interface RingWriting extends Writing {
  /** Letters and digits behind the running number: the year, mostly. */
  behind: number;
}

/** The birds of a season, ready to be searched. */
export interface BirdIndex<Bird extends FindableBird> {
  byChip: ReadonlyMap<string, Bird>;
  byRing: ReadonlyMap<string, Bird>;
  byFormerChip: ReadonlyMap<string, Bird>;
  written: readonly (readonly [writings: readonly RingWriting[], bird: Bird])[];
}

/** What a scan has found. */
export interface Found<Bird> {
  /** Several, where several can be meant. */
  birds: readonly Bird[];
  /** False: the text is divided otherwise than the ring, so even a single bird may not be the one that is meant. */
  isSure: boolean;
  /** The chip that was read; null where a ring was. */
  chip: string | null;
}

/** A year behind a separator, which is written with its century or without. */
const fullYear = /([\s./\\\p{Dash}])(?:19|20)(\d\d)$/u;
const withShortYear = (text: string) => text.replace(fullYear, '$1$2');

/** One ring is written with its year in front or behind: BE22-6020369 is BE6020369-22. */
const yearInFront = /^(\p{L}*)[\s./\\\p{Dash}]*(\d\d)[\s./\\\p{Dash}]+(\d{6,})$/u;
const yearBehind = /^(\p{L}*)[\s./\\\p{Dash}]*(\d{6,})[\s./\\\p{Dash}]+(\d\d)$/u;
const withYearMoved = (ring: string) =>
  yearInFront.test(ring) ? ring.replace(yearInFront, '$1$3-$2') : ring.replace(yearBehind, '$1$3-$2');

function writingOf(text: string): Writing {
  const groups = latinDigits(text).match(/\d+|[^\d\s./\\\p{Dash}\p{Cf}]+/gu) ?? [];
  const borders = new Set<number>();
  let key = '';
  for (const group of groups.reverse()) {
    if (key) borders.add(key.length);
    key = ringKey(group) + key;
  }
  return { key, borders };
}

function writingsOf(ring: string): RingWriting[] {
  const short = withShortYear(ring);
  return [...new Set([ring, short, withYearMoved(short)])].flatMap((text) => {
    const { before, digits, after } = ringParts(text);
    const running = { ...writingOf(before + digits), behind: 0 };
    const whole = writingOf(text);
    return after === '' ? [running] : [running, { ...whole, behind: whole.key.length - running.key.length }];
  });
}

/** Indexes birds by chip, ring, former chips and the ends of their rings. */
export function indexBirds<Bird extends FindableBird>(birds: readonly Bird[]): BirdIndex<Bird> {
  const byChip = new Map<string, Bird>();
  const byRing = new Map<string, Bird>();
  const byFormerChip = new Map<string, Bird>();
  const written: [RingWriting[], Bird][] = [];
  for (const bird of birds) {
    if (bird.chip !== null) byChip.set(bird.chip, bird);
    byRing.set(ringKey(bird.ring), bird);
    for (const chip of bird.former_chips ?? []) byFormerChip.set(chip, bird);
    written.push([writingsOf(bird.ring), bird]);
  }
  return { byChip, byRing, byFormerChip, written };
}

/**
 * Finds the birds that a scanned or typed text means: the wearer of the chip first, then the whole ring, then the rings
 * that end like this, with their year or without (`990-16`, `99016` and `990` are ends of BE1686990-16). Digits alone
 * can be the end of a running number or have a year in them, and then all these birds are found. A text with separators
 * means rings that are divided at the same places; where there is none, others with these digits, and that is not sure.
 */
export function findBirds<Bird extends FindableBird>(index: BirdIndex<Bird>, typed: string): Found<Bird> {
  const text = latinDigits(typed.trim());
  const chip = chipKey(text);
  const wearer = index.byChip.get(chip);
  if (wearer) return { birds: [wearer], isSure: true, chip };
  const ring = ringKey(text);
  const ringed = index.byRing.get(ring);
  // A whole ring of digits only can be the end of another ring as well.
  if (ringed && /\D/.test(ring)) return { birds: [ringed], isSure: true, chip: null };
  // A chip that a clock would not know: the bird is found, and refused for it.
  const former = index.byFormerChip.get(chip);
  if (former) return { birds: [former], isSure: true, chip };
  const texts = [...new Set([text, withShortYear(text)])].map(writingOf);
  const ending = (isDivided: (wanted: Writing, ring: Writing) => boolean) =>
    index.written
      .filter(([rings]) => rings.some((one) => texts.some((wanted) => hasEnd(one, wanted) && isDivided(wanted, one))))
      .map(([, bird]) => bird);
  const divided = ending(({ borders }, one) => [...borders].every((border) => one.borders.has(border)));
  return divided.length
    ? { birds: divided, isSure: true, chip: null }
    : { birds: ending(() => true), isSure: false, chip: null };
}

/** Whether a ring ends in a text that has two digits of its running number: one would match too many birds. */
function hasEnd({ key, behind }: RingWriting, { key: end }: Writing): boolean {
  return key.endsWith(end) && /\d\d$/.test(end.slice(0, Math.max(0, end.length - behind)));
}
