/**
 * A mass release in groups: the first group goes with the release of the flight, a later one has a time and birds of
 * its own, and each bird's flying time counts from the release of its group.
 */
import { dayAt } from '#domain/day.ts';
import { type Refusal, refusalAt } from '#domain/refusal.ts';

/** The most groups of a flight, the first one included. */
export const mostGroups = 6;
/** A group that goes later than this after the first one flies another race, ms. */
export const latestGroup_ms = 4 * 3_600_000;

/**
 * The crates that are meant: `7-12, 15`. Numbers within a range that no crate has are passed over.
 * @param known the crates with birds of the flight
 * @returns in order, each once
 * @throws Refusal at `crates`: `error_required`, `group_crates_format`, `group_crate_unknown`
 */
export function cratesIn(text: string, known: readonly number[]): number[] {
  const parts = text
    .replaceAll(/\s*[-–]\s*/g, '-')
    .split(/[,;\s]+/)
    .filter((part) => part !== '');
  if (parts.length === 0) throw refusalAt('crates', 'error_required');
  const meant = new Set<number>();
  for (const part of parts) {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || from > to) throw refusalAt('crates', 'group_crates_format');
    const unknown = [from, to].find((crate) => !known.includes(crate));
    if (unknown !== undefined) throw refusalAt('crates', 'group_crate_unknown', { crate: unknown });
    for (const crate of known) if (crate >= from && crate <= to) meant.add(crate);
  }
  return [...meant].sort((a, b) => a - b);
}

/** The rings that are meant, one in each line, or parted by commas. @throws Refusal at `rings` `error_required` */
export function ringsIn(text: string): string[] {
  const rings = text.split(/[\n,;]+/).map((ring) => ring.trim());
  const meant = rings.filter((ring) => ring !== '');
  if (meant.length === 0) throw refusalAt('rings', 'error_required');
  return meant;
}

/** Crates as they are read: `7-12, 15`. @param crates in order */
export function crateText(crates: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const crate of crates) {
    const run = runs.at(-1);
    if (run && crate === run[1] + 1) run[1] = crate;
    else runs.push([crate, crate]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/**
 * Why a group cannot have been released at a moment, or null. At the field of its time: `release_in_future`; `group_time` for one that
 * is not after the first release, a few hours later at most and on the same day of the loft; `group_time_taken` for
 * that of another later group.
 * @param others the releases of the other later groups, epoch ms
 */
export function whyNotGroupTime(
  at_ms: number,
  {
    release_ms,
    others,
    time_zone,
    now_ms,
    field,
  }: { release_ms: number; others: readonly number[]; time_zone: string; now_ms: number; field: 'at' | 'time' },
): Refusal | null {
  if (at_ms > now_ms) return refusalAt(field, 'release_in_future');
  const isSameRace = at_ms > release_ms && at_ms <= release_ms + latestGroup_ms;
  if (!isSameRace || dayAt(at_ms, time_zone) !== dayAt(release_ms, time_zone))
    return refusalAt(field, 'group_time', { hours: latestGroup_ms / 3_600_000 });
  return others.includes(at_ms) ? refusalAt(field, 'group_time_taken') : null;
}
