// Distances of a race. They are stored in metres with at most four decimals, because that is the coarsest grid on which
// both a decimetre and a yard (0.9144 m) are whole numbers: 414498 yd = 379016.9712 m, without a remainder. Yards,
// miles and kilometres are formats of that number.

/** The unit of a loft: kilometres, or miles of 1760 yards (9.6). */
export type LoftUnit = 'km' | 'mile';

/**
 * A distance as a whole number of tenths of a millimetre, the grid of all exact arithmetic with distances.
 * @param distance_m metres, at most four decimals (further ones are rounded off)
 */
export function tenthMillimetres(distance_m: number): number {
  return Math.round(distance_m * 10_000);
}

/**
 * Metres in yards: 1 yd = 0.9144 m exactly (international yard, 1959). Divides whole numbers, so whole yards come out
 * whole.
 * @param distance_m metres
 */
export function yards(distance_m: number): number {
  return tenthMillimetres(distance_m) / 9_144;
}

/**
 * A distance in the unit of the loft: 1000 m per kilometre, 1760 yd per mile (3.3, 9.6).
 * @param distance_m metres
 */
export function distanceInUnit(distance_m: number, unit: LoftUnit): number {
  return tenthMillimetres(distance_m) / (unit === 'km' ? tenths_per.km : tenths_per.mi);
}

/** Metres of a distance in the unit of the loft, at most four decimals. */
export function metresOf(distance: number, unit: LoftUnit): number {
  return Math.round(distance * (unit === 'km' ? tenths_per.km : tenths_per.mi)) / 10_000;
}

/** A speed in the unit of the loft: metres a minute, or yards a minute where it counts in miles (9.6). */
export const speedInUnit = (m_per_min: number, unit: LoftUnit): number =>
  unit === 'km' ? m_per_min : yards(m_per_min);

/** Metres a minute of a speed in the unit of the loft, of two decimals, as they are stored: whole yards come back whole. */
export const metresPerMinute = (speed: number, unit: LoftUnit): number =>
  unit === 'km' ? speed : Math.round((speed * 9_144) / 100) / 100;

/**
 * Reads a distance as organisers write it: `480014.8 m`, `480 km`, `235.51 mi`, `414498 yd`, `235 miles 898 yards`, or
 * a bare number, which is metres. The point is the decimal sign; a comma is refused, since it means a decimal to some
 * and thousands to others.
 * @returns metres, rounded half-up to 0.1 mm, or null when the text is not a distance
 */
export function parseDistance(text: string): number | null {
  const whole =
    /^\s*(\d{1,12}(?:\.\d{1,20})?)\s*((?:[a-z]+\.?)?)(?:\s+(\d{1,4}(?:\.\d{1,12})?)\s*(yards?|yds?)\.?)?\s*$/i.exec(
      text,
    );
  if (!whole) return null;
  const [, first = '', name = '', rest] = whole;
  const unit = spelling[name.toLowerCase().replace('.', '')];
  if (!unit || (rest !== undefined && unit !== 'mi')) return null;
  return (tenths(first, tenths_per[unit]) + (rest === undefined ? 0 : tenths(rest, tenths_per.yd))) / 10_000;
}

/** Tenths of a millimetre in one of each unit. */
const tenths_per = { m: 10_000, km: 10_000_000, yd: 9_144, mi: 16_093_440 };

const spelling: Record<string, keyof typeof tenths_per | undefined> = {
  '': 'm',
  m: 'm',
  metre: 'm',
  metres: 'm',
  meter: 'm',
  meters: 'm',
  km: 'km',
  kilometre: 'km',
  kilometres: 'km',
  kilometer: 'km',
  kilometers: 'km',
  mi: 'mi',
  mile: 'mi',
  miles: 'mi',
  y: 'yd',
  yd: 'yd',
  yds: 'yd',
  yard: 'yd',
  yards: 'yd',
};

/** Decimal text times whole tenths per unit, rounded half-up, on whole numbers throughout. */
function tenths(text: string, per_unit: number): number {
  const [whole = '', fraction = ''] = text.split('.');
  const scale = 10n ** BigInt(fraction.length);
  return Number((2n * BigInt(whole + fraction) * BigInt(per_unit) + scale) / (2n * scale));
}
