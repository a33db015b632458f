/** For the proofs of the ledger: clocks that repeat, delay, shuffle and overlap their requests like real ones. */
import { type BuiltRace, readingOf } from './builders.ts';
import type { Random } from './proof.ts';

export type SentReading = ReturnType<typeof readingOf>;

/** A reading in a clock's own journal, with the replies about it. */
export interface Entry {
  reading: SentReading;
  /** The number of replies `stored`; more than one means that it was lost and stored anew. */
  stored: number;
  acknowledged: boolean;
}

/** A clock of a race: its journal holds all that it has sent. */
export interface Clock {
  race: BuiltRace;
  device_id: number;
  key: string;
  boot: number;
  sequence: number;
  journal: Entry[];
}

export function clockOf(race: BuiltRace, { device_id, key }: { device_id: number; key: string }): Clock {
  return { race, device_id, key, boot: 1, sequence: 0, journal: [] };
}

/**
 * The next reading of a clock: a bird of its race some time after the release, one in ten an unknown chip, now and then
 * a restart, which begins a new count.
 */
export function readNext(clock: Clock, random: Random): Entry {
  if (random(300) === 0) {
    clock.boot += 1;
    clock.sequence = 0;
  }
  clock.sequence += 1;
  const { race } = clock;
  const reading = readingOf(race, random(race.chips.length), 0, { boot: clock.boot, sequence: clock.sequence });
  reading.device_time = new Date(race.release_ms - 60_000 + random(10 * 3_600_000)).toISOString();
  if (random(10) === 0) reading.chip = `STRANGER${random(50)}`;
  const entry: Entry = { reading, stored: 0, acknowledged: false };
  clock.journal.push(entry);
  return entry;
}

export function shuffle<T>(list: T[], random: Random): T[] {
  for (let left = list.length - 1; left > 0; left--) {
    const other = random(left + 1);
    [list[left], list[other]] = [list[other]!, list[left]!];
  }
  return list;
}

export interface Answer {
  readings: { boot: string; sequence: number; status: 'stored' | 'duplicate' | 'conflict'; unranked: string | null }[];
  watermarks: { boot: string; watermark: number }[];
}

/** Write a reply into the journal. @returns the number of conflicts in it. */
export function noteAnswer(batch: readonly Entry[], answer: Answer): number {
  let conflicts = 0;
  for (const [i, entry] of batch.entries()) {
    const { status } = answer.readings[i]!;
    if (status === 'conflict') {
      conflicts += 1;
      continue;
    }
    entry.acknowledged = true;
    if (status === 'stored') entry.stored += 1;
  }
  return conflicts;
}

/**
 * Send a batch over HTTP. With a timeout, a broken connection or a 503 the clock cannot know what was stored:
 * `unknown`. Any other status than 200 is a fault of the program.
 */
export async function sendBatch(address: string, clock: Clock, batch: readonly Entry[]): Promise<Answer | 'unknown'> {
  let status: number;
  let text: string;
  try {
    const answer = await fetch(`${address}/api/devices/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clock.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: batch.map((entry) => entry.reading) }),
      signal: AbortSignal.timeout(10_000),
    });
    status = answer.status;
    text = await answer.text();
  } catch {
    return 'unknown';
  }
  if (status === 200) return JSON.parse(text) as Answer;
  // A 500 would be a bug: the program must recognise an unavailable database.
  if (status === 503) return 'unknown';
  throw new Error(`a clock was answered ${status}: ${text}`);
}
