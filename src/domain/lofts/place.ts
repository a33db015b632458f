// A geographic position as people write it: degrees with a point or a comma, or degrees, minutes and seconds with the
// letter of the direction before or after them.

/** One of the two coordinates of a place. */
export type Axis = 'latitude' | 'longitude';

const most: Record<Axis, number> = { latitude: 90, longitude: 180 };
/** The letters of the directions, the negative one last. */
const letters = { latitude: ['N', 'S'], longitude: ['E', 'W'] } as const;

/**
 * The degrees in a text: `50.9295`, `-4,05`, `50° 55' 46.2" N`, `W 4 2.5`.
 * @returns degrees rounded to a millionth (a tenth of a metre), or null for any other text
 */
export function parseDegrees(text: string, axis: Axis): number | null {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/[−–]/g, '-')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/[°º'’′"”″]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [first, last] = letters[axis];
  const read = new RegExp(
    `^([${first}${last}])? ?([+-])?(\\d{1,3}(?:\\.\\d+)?)(?: (\\d{1,2}(?:\\.\\d+)?))?(?: (\\d{1,2}(?:\\.\\d+)?))? ?([${first}${last}])?$`,
  ).exec(plain);
  if (!read) return null;
  const [, before, sign, degrees = '', minutes, seconds, behind] = read;
  const direction = before ?? behind;
  // A direction may be given once, and only the last part may have a fraction.
  if ((before && behind) || (sign === '-' && direction)) return null;
  if ((minutes && degrees.includes('.')) || (seconds && minutes!.includes('.'))) return null;
  const [m, s] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  const size = Number(degrees) + m / 60 + s / 3600;
  if (m >= 60 || s >= 60 || size > most[axis]) return null;
  const rounded = Math.round(size * 1e6) / 1e6;
  return (sign === '-' || direction === last) && rounded !== 0 ? -rounded : rounded;
}
