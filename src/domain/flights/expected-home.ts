/** When the birds of a flight that is being planned are expected, from what its loft says alone. */

export interface Window {
  from_ms: number;
  to_ms: number;
}

const minute_ms = 60_000;

/** A window as it is said, in whole minutes: it begins no later, ends no earlier, and is never one moment. */
export function inMinutes({ from_ms, to_ms }: Window): Window {
  const from = Math.floor(from_ms / minute_ms);
  return { from_ms: from * minute_ms, to_ms: Math.max(from + 1, Math.ceil(to_ms / minute_ms)) * minute_ms };
}

/**
 * How much faster than the middle of the field the first bird is, least and most: the published lists of whole fields
 * lie between 1.036 and 1.242 (dev/results).
 */
export const firstBirdFactor = { least: 1.03, most: 1.25 } as const;

/** By how much the middle of the field differs from the speed that the loft expects. */
export const middleFactor = { least: 0.92, most: 1.06 } as const;

/**
 * The windows in which the first bird and half the field are expected home.
 * @param average the speed that the loft expects of the middle of the field, m/min
 */
export function expectedHome({
  release_ms,
  distance_m,
  average,
}: {
  release_ms: number;
  distance_m: number;
  average: number;
}): { first: Window; half: Window } {
  const at = (factor: number) => release_ms + Math.round((distance_m / (average * factor)) * 60_000);
  return {
    first: { from_ms: at(firstBirdFactor.most), to_ms: at(firstBirdFactor.least) },
    half: { from_ms: at(middleFactor.most), to_ms: at(middleFactor.least) },
  };
}
