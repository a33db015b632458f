/** The arrivals of one flight in memory, 24 bytes each: joins and resumes are answered from here, without a query. */
import type { ArrivalRow } from '#domain/arrivals/contract.ts';

export interface FlightLog {
  /** The live number of the last row. */
  seq(): number;
  /** How many rows come after a live number. */
  countAfter(seq: number): number;
  append(rows: readonly ArrivalRow[]): void;
  /** The rows after a live number, as JSON. */
  textAfter(seq: number): string;
}

const numbersPerRow = 3;

export function createLog(): FlightLog {
  let numbers = new Float64Array(64 * numbersPerRow);
  let rows = 0;

  return {
    seq: () => (rows ? numbers[(rows - 1) * numbersPerRow]! : 0),
    countAfter: (seq) => rows - firstAfter(seq),
    append(added) {
      const needed = (rows + added.length) * numbersPerRow;
      if (needed > numbers.length) {
        const larger = new Float64Array(Math.max(needed, numbers.length * 2));
        larger.set(numbers);
        numbers = larger;
      }
      for (const [seq, pigeon_id, time_ms] of added) {
        // A withdrawn arrival has no time, stored as NaN.
        numbers.set([seq, pigeon_id, time_ms ?? Number.NaN], rows * numbersPerRow);
        rows += 1;
      }
    },
    textAfter(seq) {
      let text = '[';
      for (let row = firstAfter(seq); row < rows; row++) {
        const at = row * numbersPerRow;
        const time_ms = numbers[at + 2]!;
        if (text.length > 1) text += ',';
        text += `[${numbers[at]},${numbers[at + 1]},${Number.isNaN(time_ms) ? 'null' : time_ms}]`;
      }
      return `${text}]`;
    },
  };

  function firstAfter(seq: number): number {
    let low = 0;
    let high = rows;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numbers[middle * numbersPerRow]! <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
