/** Until when the slider over the map of a flight runs. */

/** A step of the slider, ms; its end is a whole number of steps after its begin. */
export const sliderStep_ms = 600_000;
const hour_ms = 3_600_000;

export interface DayOfSlider {
  /** The release. */
  from_ms: number;
  /** The last hour of the forecast; null: there is none. */
  foretold_ms: number | null;
  dark_ms: number | null;
  /** Now by the clocks of a race in the air; null: nobody flies. */
  now_ms: number | null;
  /** When the estimated position of birds in the air is at the loft; null: it is not estimated. */
  evaluated_ms: number | null;
}

/**
 * With a forecast it ends with it, and not before now; without one at dark, and not before what is estimated: some come
 * home at night, or on the next day.
 */
export function endOfSlider({ from_ms, foretold_ms, dark_ms, now_ms, evaluated_ms }: DayOfSlider): number {
  const steps = (ms: number) => (ms - from_ms) / sliderStep_ms;
  const usual_ms = Math.max(from_ms + 2 * hour_ms, dark_ms ?? from_ms + 12 * hour_ms, evaluated_ms ?? 0);
  const day = foretold_ms === null ? Math.ceil(steps(usual_ms)) : Math.floor(steps(foretold_ms));
  const flown = now_ms === null ? 0 : Math.ceil(steps(now_ms));
  return from_ms + Math.max(1, day, flown) * sliderStep_ms;
}
