/** The ridge line of a loft, drawn from its id: each loft has its own, and none needs a photo. */

export const ridgeWidth = 1440;
export const ridgeHeight = 140;
/** The horizontal step between two points of a line. */
export const ridgeStep = 24;

/** The distance of the three lines of a loft from the top, from the furthest to the nearest. */
export function ridgesOf(loft_id: number): number[][] {
  return [ridge(loft_id * 3 + 1, 74, 44), ridge(loft_id * 3 + 2, 96, 26), ridge(loft_id * 3 + 3, 123, 9)];
}

/** Four waves of different length make a line that does not repeat; the smallest adds the roughness. */
function ridge(seed: number, level: number, rise: number): number[] {
  const turn = (n: number) => ((seed * 7919 + n * 104_729) % 628) / 100;
  const heights: number[] = [];
  for (let x = 0; x <= ridgeWidth; x += ridgeStep) {
    const y =
      level +
      rise * 0.6 * Math.sin(x / 260 + turn(1)) +
      rise * 0.35 * Math.sin(x / 97 + turn(2)) +
      rise * 0.16 * Math.sin(x / 41 + turn(3)) +
      rise * 0.07 * Math.sin(x / 13 + turn(4));
    heights.push(Math.round(y));
  }
  return heights;
}
