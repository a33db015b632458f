/**
 * The report of a release on the phone: kept there from the end of the hold until the site has it, whatever happens to
 * the network, the page or the battery.
 */
import { z } from 'zod';
import { observeRelease, readRelease, reportRelease } from '#domain/flights/release-contract.ts';
import { pathOf } from '#domain/path.ts';
import { store, stored } from '#web/lib/browser-store.ts';

export type Report = z.input<typeof reportRelease.body>;

const nameOf = (flight_id: number) => `release:${flight_id}`;

/** The report of a flight that the site does not have yet, or null. */
export function keptReport(flight_id: number): Report | null {
  try {
    return reportRelease.body.parse(JSON.parse(stored(nameOf(flight_id)) ?? 'null'));
  } catch {
    return null;
  }
}

export const keepReport = (flight_id: number, report: Report | null): void =>
  store(nameOf(flight_id), report && JSON.stringify(report));

/** What was observed at the release point, and is not at the site yet. */
export type Note = z.output<typeof observeRelease.body>;

const notesName = (flight_id: number) => `release-notes:${flight_id}`;
const noteList = observeRelease.body.array();

export function keptNotes(flight_id: number): Note[] {
  try {
    return noteList.parse(JSON.parse(stored(notesName(flight_id)) ?? '[]'));
  } catch {
    return [];
  }
}

export const keepNotes = (flight_id: number, notes: readonly Note[]): void =>
  store(notesName(flight_id), notes.length ? JSON.stringify(notes) : null);

const ticksName = (flight_id: number) => `release-crates:${flight_id}`;
const crateNumbers = z.array(z.int());

/** The crates that were ticked on this phone. */
export function keptTicks(flight_id: number): readonly number[] {
  try {
    return crateNumbers.parse(JSON.parse(stored(ticksName(flight_id)) ?? '[]'));
  } catch {
    return [];
  }
}

export const keepTicks = (flight_id: number, crates: readonly number[]): void =>
  store(ticksName(flight_id), crates.length ? JSON.stringify(crates) : null);

/** How far the phone's clock is behind the site's, and within how much that is known, ms. */
export interface ClockOffset {
  offset_ms: number;
  within_ms: number;
  measured_ms: number;
}

const measuredReply = z.object({ read_at: z.string() });

/** Compares the phone's clock with the site's: the reply is as old as half of its journey. @returns null without network */
export async function measureClock(key: { season_id: number; flight_id: number }): Promise<ClockOffset | null> {
  try {
    const asked_ms = Date.now();
    const began_ms = performance.now();
    const answer = await fetch(pathOf(readRelease.path, key), { cache: 'no-store' });
    const journey_ms = performance.now() - began_ms;
    const { read_at } = measuredReply.parse(await answer.json());
    const offset_ms = Math.round(Date.parse(read_at) - (asked_ms + journey_ms / 2));
    return { offset_ms, within_ms: Math.ceil(journey_ms / 2), measured_ms: asked_ms };
  } catch {
    return null;
  }
}

/** The better of two comparisons; one that is more than an hour old counts as worse by a tenth of a second. */
export function betterOffset(a: ClockOffset | null, b: ClockOffset | null, now_ms: number): ClockOffset | null {
  if (!a || !b) return a ?? b;
  const worth = ({ within_ms, measured_ms }: ClockOffset) => within_ms + (now_ms - measured_ms > 3_600_000 ? 100 : 0);
  return worth(a) <= worth(b) ? a : b;
}
