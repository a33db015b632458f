/**
 * The crates of a flight and the numbers in them. A desk has crates of its own, so that its numbers hold without a
 * network: blocks that the server gives, and beyond them a range that follows from the number of the desk.
 */
import { Refusal } from '#domain/refusal.ts';

/** Crates of a block. */
export const cratesInBlock = 15;

/** Number of birds in a crate where the loft has set none. */
export const defaultCrateSize = 28;

/** Desks at one flight. */
export const mostDesks = 99;

/** A desk's own range without a network begins at this times its number; blocks end below. */
const rangeSize = 1000;

/** Highest number of a block. */
export const mostBlocks = Math.floor((rangeSize - 1) / cratesInBlock);

/** A desk and the blocks of crates that are its own. */
export interface DeskCrates {
  desk: number;
  blocks: readonly number[];
}

/** The letter of a desk: A to Z, then with a number: A2. */
export function deskName(desk: number): string {
  const round = Math.floor((desk - 1) / 26);
  return String.fromCharCode(65 + ((desk - 1) % 26)) + (round ? round + 1 : '');
}

/** The block that a crate is in; null for a crate beyond the blocks. */
export const blockOf = (crate: number): number | null => {
  const block = Math.ceil(crate / cratesInBlock);
  return block <= mostBlocks ? block : null;
};

/** Whether a crate belongs to a desk. */
export function ownsCrate({ desk, blocks }: DeskCrates, crate: number): boolean {
  const block = blockOf(crate);
  return block === null ? Math.floor(crate / rangeSize) === desk : blocks.includes(block);
}

/** The crates of a desk in their order: its blocks, then its own range. */
export function cratesOf({ desk, blocks }: DeskCrates): number[] {
  const inBlocks = [...blocks]
    .sort((a, b) => a - b)
    .flatMap((block) => Array.from({ length: cratesInBlock }, (_, i) => (block - 1) * cratesInBlock + 1 + i));
  return [...inBlocks, ...Array.from({ length: rangeSize - 1 }, (_, i) => desk * rangeSize + 1 + i)];
}

/** The birds in crates: by {@link slotKey}. */
export type Slots = ReadonlyMap<string, number>;

export const slotKey = (crate: number, number: number): string => `${crate}.${number}`;

/** The lowest free number in a crate; null: it is full. */
export function freeNumber(slots: Slots, crate: number, size: number): number | null {
  for (let number = 1; number <= size; number++) if (!slots.has(slotKey(crate, number))) return number;
  return null;
}

/** Number of birds in a crate. */
export function countIn(slots: Slots, crate: number, size: number): number {
  let count = 0;
  for (let number = 1; number <= size; number++) if (slots.has(slotKey(crate, number))) count++;
  return count;
}

/** The first crate of a desk behind `after` that is empty. */
export function nextCrate(slots: Slots, desk: DeskCrates, size: number, after = 0): number {
  const own = cratesOf(desk);
  const from = after === 0 ? 0 : own.indexOf(after) + 1;
  return [...own.slice(from), ...own].find((crate) => countIn(slots, crate, size) === 0)!;
}

/** Why a bird cannot take this place, or null: the crate is another desk's, has no such number, or the place is taken. */
export function whyNotPlace(
  slots: Slots,
  { crate, number }: { crate: number; number: number },
  desk: DeskCrates,
  size: number,
): Refusal | null {
  if (!ownsCrate(desk, crate)) return new Refusal('basket_other_desk', { crate });
  if (number > size) return new Refusal('basket_crate_full', { crate, size });
  return slots.has(slotKey(crate, number)) ? new Refusal('basket_place_taken', { crate, number }) : null;
}
