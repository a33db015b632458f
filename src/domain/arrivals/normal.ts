/** The normal distribution. */

/** The value below which a share of it lies, by Acklam's approximation, to nine digits. */
export function normalQuantile(share: number): number {
  if (share > 0.5) return -normalQuantile(1 - share);
  if (share < 0.02425) {
    const r = Math.sqrt(-2 * Math.log(share));
    return (
      (((((-7.784894002430293e-3 * r - 0.3223964580411365) * r - 2.400758277161838) * r - 2.549732539343734) * r +
        4.374664141464968) *
        r +
        2.938163982698783) /
      ((((7.784695709041462e-3 * r + 0.3224671290700398) * r + 2.445134137142996) * r + 3.754408661907416) * r + 1)
    );
  }
  const q = share - 0.5;
  const r = q * q;
  return (
    ((((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
      q) /
    (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
      1)
  );
}

/** The share of it below a value, by the error function of Abramowitz and Stegun (7.1.26). */
export function normalShare(value: number): number {
  const x = Math.abs(value) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const upper = (poly * Math.exp(-x * x)) / 2;
  return value < 0 ? upper : 1 - upper;
}
