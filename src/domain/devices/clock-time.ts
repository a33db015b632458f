/**
 * How sure the time of a clock is: its comparisons with the server bound its offset, and so the true time of each of its
 * readings (reliability A7).
 */

/** What one comparison says about the offset of a clock (true time less its own), ms; `at_ms`: epoch ms, true time. */
export interface ClockSample {
  at_ms: number;
  from_ms: number;
  to_ms: number;
}

/** Bounds of an offset or of a true time, ms. */
export interface Bounds {
  from_ms: number;
  to_ms: number;
}

/** The most that the quartz of a clock drifts: 200 parts per million. */
const mostDrift = 200e-6;

/** A message that does not say how long its way was took at most this long, ms. */
export const longestWay_ms = 500;

/** A clock whose time moves against the true time by more than this between two comparisons has jumped, ms. */
export const jump_ms = 1000;

/**
 * The sample of a message that names the clock's own time of sending: the message took no time, or the longest.
 * @param offset_ms our time of receiving it less the clock's time of sending it
 */
export const oneWaySample = (at_ms: number, offset_ms: number): ClockSample => ({
  at_ms,
  from_ms: offset_ms - longestWay_ms,
  to_ms: offset_ms,
});

/** A call of a clock and its reply: sent and answered by the clock's own time, received by ours; epoch ms. */
export interface RoundTrip {
  sent_ms: number;
  received_ms: number;
  replied_ms: number;
}

/**
 * The sample of a whole round trip: we received the call between its sending and its reply. Null where the clock was set
 * back between the two.
 */
export const roundTripSample = ({ sent_ms, received_ms, replied_ms }: RoundTrip): ClockSample | null =>
  replied_ms < sent_ms ? null : { at_ms: received_ms, from_ms: received_ms - replied_ms, to_ms: received_ms - sent_ms };

/** The offset of a clock at one of its own times, with whether the clock jumped around that moment. */
export interface OffsetBounds extends Bounds {
  is_torn: boolean;
}

/**
 * A function that bounds the offset of a clock at one of its own times, epoch ms; `received_ms`: when the server had the
 * reading of that time. Each sample holds from the one before it to the one after it, widened by the drift; a moment
 * that several samples reach has the bounds of all of them, so that a step between two samples is within the bounds.
 * Null without a sample.
 * @param samples in any order
 */
export function offsetBounds(
  samples: readonly ClockSample[],
): (own_ms: number, received_ms: number) => OffsetBounds | null {
  const sorted = samples.toSorted((a, b) => a.at_ms - b.at_ms);
  const reaches = sorted.map((sample, index) => {
    const { from_ms, to_ms } = sample;
    const before_ms = sorted[index - 1]?.at_ms ?? -Infinity;
    const after_ms = sorted[index + 1]?.at_ms ?? Infinity;
    // In the clock's own time.
    const drifted = (ms: number) => (Number.isFinite(ms) ? Math.abs(ms - sample.at_ms) * mostDrift : 0);
    const first_ms = before_ms - to_ms - drifted(before_ms);
    return { sample, before_ms, first_ms, last_ms: after_ms - from_ms + drifted(after_ms) };
  });
  // By their beginnings, so that a moment looks at those around it only; `latest` ends the search.
  const byFirst = reaches.map((_, index) => index).sort((a, b) => reaches[a]!.first_ms - reaches[b]!.first_ms);
  const latest: number[] = [];
  for (const [at, index] of byFirst.entries())
    latest.push(Math.max(latest[at - 1] ?? -Infinity, reaches[index]!.last_ms));
  return (own_ms, received_ms) => {
    let [from, to] = [0, byFirst.length];
    while (from < to) {
      const half = (from + to) >> 1;
      if (reaches[byFirst[half]!]!.first_ms <= own_ms) from = half + 1;
      else to = half;
    }
    const found: number[] = [];
    for (let at = from - 1; at >= 0 && latest[at]! >= own_ms; at -= 1) {
      const { last_ms, before_ms } = reaches[byFirst[at]!]!;
      if (own_ms <= last_ms && before_ms <= received_ms) found.push(byFirst[at]!);
    }
    return found
      .sort((a, b) => a - b)
      .reduce<OffsetBounds | null>((bounds, index) => {
        const one = boundsAt(reaches[index]!.sample, own_ms);
        if (!bounds) return { ...one, is_torn: false };
        return {
          from_ms: Math.min(bounds.from_ms, one.from_ms),
          to_ms: Math.max(bounds.to_ms, one.to_ms),
          is_torn: bounds.is_torn || apart(bounds, one) > 0,
        };
      }, null);
  };
}

/** The bounds of a sample at an own time of the clock: wider by the drift since. */
function boundsAt({ at_ms, from_ms, to_ms }: ClockSample, own_ms: number): Bounds {
  const passed_ms = Math.max(Math.abs(own_ms + from_ms - at_ms), Math.abs(own_ms + to_ms - at_ms));
  const drift_ms = passed_ms * mostDrift;
  return { from_ms: from_ms - drift_ms, to_ms: to_ms + drift_ms };
}

/** How far two bounds are apart, ms; negative where they overlap. */
const apart = (a: Bounds, b: Bounds): number => Math.max(a.from_ms - b.to_ms, b.from_ms - a.to_ms);

/**
 * A clock moved against the true time, forwards when `by_ms` is positive; seen at `at_ms`, not yet at `after_ms`, epoch
 * ms. `offset_ms`: by how much it is behind since then.
 */
export interface Jump {
  after_ms: number;
  at_ms: number;
  by_ms: number;
  offset_ms: number;
}

/** The jumps of a clock above {@link jump_ms}, the earliest first. */
export function jumpsOf(samples: readonly ClockSample[]): Jump[] {
  const sorted = samples.toSorted((a, b) => a.at_ms - b.at_ms);
  return sorted.flatMap((sample, index) => {
    const before = sorted[index - 1];
    if (!before) return [];
    const drift_ms = (sample.at_ms - before.at_ms) * mostDrift;
    if (apart(before, sample) <= jump_ms + drift_ms) return [];
    return {
      after_ms: before.at_ms,
      at_ms: sample.at_ms,
      by_ms: Math.round(middle(before) - middle(sample)),
      offset_ms: Math.round(middle(sample)),
    };
  });
}

/** The middle of bounds, ms. */
export const middle = ({ from_ms, to_ms }: Bounds): number => (from_ms + to_ms) / 2;

/** Half the width of bounds: what stands behind a ±, ms. */
export const within = ({ from_ms, to_ms }: Bounds): number => (to_ms - from_ms) / 2;
