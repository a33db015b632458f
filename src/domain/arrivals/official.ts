/** How a provisional result becomes official: two different people sign the same result, and its text is frozen. */

import type { ReleaseGroup } from '#domain/flights/contract.ts';
import { type FlightStatus, type Gap, whyNotOfficial } from '#domain/flights/flight.ts';
import { Refusal } from '#domain/refusal.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import type { Ranked } from './rank.ts';

/** The facts of a flight in the head of its result. */
export interface ResultHead {
  loft_id: number;
  flight_id: number;
  /** ISO text in UTC. */
  release_time: string;
  release_groups: readonly Pick<ReleaseGroup, 'group' | 'release_time' | 'crates' | 'birds'>[];
  distance_m: number;
  rules: RaceRules;
}

/**
 * The text of a result: loft and flight, release, distance, later groups of the release and rules in the first lines, then a bird in each line by
 * rank: rank, ring, time in UTC, flying time that counts in ms and speed, parted by tabs; every line ends with a line
 * feed. Its SHA-256 is the fingerprint of the result.
 */
export function resultText(
  { loft_id, flight_id, release_time, release_groups, distance_m, rules }: ResultHead,
  ranked: readonly Ranked[],
  ringOf: (pigeon_id: number) => string,
): string {
  const lines = ranked.map(({ pigeon_id, rank, time_ms, net_ms, speed }) =>
    [rank, ringOf(pigeon_id), new Date(time_ms).toISOString(), net_ms, speed ?? ''].join('\t'),
  );
  const head = [
    `loft ${loft_id} flight ${flight_id}`,
    `release ${release_time} distance ${distance_m} m`,
    ...release_groups.map(
      ({ group, release_time: at, crates, birds }) =>
        `group ${group} release ${at} birds ${birds}${crates === null ? '' : ` crates ${crates}`}`,
    ),
    `rules ${JSON.stringify(rules, (_, value: unknown) => inOrder(value))}`,
  ];
  return [...head, ...lines].map((line) => `${line}\n`).join('');
}

/** A value with its fields by name, so that equal ones have one text. */
export function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A line of a result in two of its versions; null where the bird is not in it. Times are ISO texts in UTC. */
export interface VersionChange {
  ring: string;
  before: { rank: number; time: string } | null;
  after: { rank: number; time: string } | null;
}

/** The birds whose place or time is another in the later text of a result, in its order; those that left it come last. */
export function changesOfVersion(before: string, after: string): VersionChange[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const changes: VersionChange[] = [];
  for (const [ring, line] of is) {
    const known = was.get(ring) ?? null;
    if (known?.rank !== line.rank || known.time !== line.time) changes.push({ ring, before: known, after: line });
  }
  for (const [ring, line] of was) if (!is.has(ring)) changes.push({ ring, before: line, after: null });
  return changes;
}

/** The lines of a text by {@link resultText}, by ring. */
function linesOf(text: string): Map<string, { rank: number; time: string }> {
  const birds = text.split('\n').filter((line) => line.includes('\t'));
  return new Map(
    birds.map((line) => {
      const [rank, ring, time] = line.split('\t') as [string, string, string];
      return [ring, { rank: Number(rank), time }];
    }),
  );
}

/** A signature under a result with this fingerprint. */
export interface Signature {
  user_id: number;
  fingerprint: string;
}

export interface ResultToSign {
  status: FlightStatus;
  /** Readings that clocks still owe. */
  gaps: readonly Gap[];
  /** Birds within the clocks' uncertainty whose places the rulebook still decides, by a ruling. */
  close_to_decide: number;
  /** Rulings that wait for their second person. */
  waiting_rulings: number;
  /** Disputes that nobody has answered. */
  open_disputes: number;
  /** Until when the result can be disputed, epoch ms; null: it cannot. */
  disputes_until_ms: number | null;
  /** Of the result as it is now. */
  fingerprint: string;
  signatures: readonly Signature[];
}

/**
 * Why a person cannot sign a result, or null: it is not provisional, a clock owes readings, birds that the clocks cannot
 * tell apart are not decided, a ruling waits for its second person, a dispute is open or one can still be opened, it is another result than the person saw, or
 * the person has signed it already.
 * @param seen the fingerprint of the result that the person saw
 */
export function whyNotSign(
  {
    status,
    gaps,
    close_to_decide,
    waiting_rulings,
    open_disputes,
    disputes_until_ms,
    fingerprint,
    signatures,
  }: ResultToSign,
  { user_id, seen, now_ms }: { user_id: number; seen: string; now_ms: number },
): Refusal | null {
  if (status !== 'provisional') return new Refusal('result_not_provisional', { status });
  const owed = whyNotOfficial(gaps);
  if (owed) return owed;
  if (close_to_decide > 0) return new Refusal('close_times_open');
  if (waiting_rulings > 0) return new Refusal('rulings_wait', { n: waiting_rulings });
  if (open_disputes > 0) return new Refusal('disputes_open', { n: open_disputes });
  if (disputes_until_ms !== null && now_ms < disputes_until_ms) return new Refusal('disputes_possible');
  if (seen !== fingerprint) return new Refusal('result_changed');
  const isSigned = signatures.some((one) => one.user_id === user_id && one.fingerprint === fingerprint);
  return isSigned ? new Refusal('result_signed') : null;
}

/** Whether the signature of this person makes the result official: somebody else has signed the same one. */
export const isSecondSignature = (
  { fingerprint, signatures }: Pick<ResultToSign, 'fingerprint' | 'signatures'>,
  user_id: number,
): boolean => signatures.some((one) => one.fingerprint === fingerprint && one.user_id !== user_id);
