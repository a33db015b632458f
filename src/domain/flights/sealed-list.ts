/** The text of a sealed basketing list, over which its fingerprint is computed. */

/**
 * A bird of a list: its place there, its ring, and the mark of the chip that it wears: the first 16 hexadecimal digits
 * of the chip's SHA-256, so that the list can be published without the chips; null: none.
 */
export interface SealedBird {
  position: number;
  ring: string;
  chip_mark: string | null;
}

/**
 * The text of a sealed list: the keys of loft and flight in the first line, then a bird in each line in the order of
 * basketing: position, ring and mark of the chip, parted by a tab; every line ends with a line feed. Its SHA-256 is the list's
 * fingerprint, so that anybody can compute it again.
 */
export function sealedListText(
  { loft_id, flight_id }: { loft_id: number; flight_id: number },
  birds: readonly SealedBird[],
): string {
  const lines = birds
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, ring, chip_mark }) => `${position}\t${ring}\t${chip_mark ?? ''}`);
  return [`loft ${loft_id} flight ${flight_id}`, ...lines].map((line) => `${line}\n`).join('');
}
