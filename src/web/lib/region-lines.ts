/** Regions of a ranking as people type them: `West-Vlaanderen: BE 8`, or `Luxembourg: LU`, on each line; and back. */
import { plainPostcode, type RegionPart, regionPlaces } from '#domain/rankings/region.ts';
import { type FieldError, Refusal } from '#domain/refusal.ts';

const region = /^(.+?)\s*:\s*([A-Za-z]{2})(?:\s+(.+))?$/;
/** So many wrong lines are named at once, and so much of each. */
const [most, shown] = [5, 60];

/** The regions in the lines of a field. @throws Refusal `bad_input` with `region_line_wrong` at the field, for each line */
export function regionsIn(field: string, text: string): RegionPart[] {
  const parts: RegionPart[] = [];
  const errors: FieldError[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, name, country, typed = ''] = region.exec(line.trim()) ?? [];
    const postcodes = typed
      .split(',')
      .map(plainPostcode)
      .filter((one) => one !== '');
    if (name === undefined || country === undefined || postcodes.some((one) => !/^[A-Z0-9]{1,10}$/.test(one)))
      errors.push({ code: 'region_line_wrong', params: { n: i + 1, line: line.trim().slice(0, shown) } });
    else parts.push({ name, country: country.toUpperCase(), postcodes });
  }
  if (errors.length > 0) throw new Refusal('bad_input', {}, { [field]: errors.slice(0, most) });
  return parts;
}

export const regionLines = (parts: readonly RegionPart[]): string =>
  parts.map((part) => `${part.name}: ${regionPlaces(part)}`).join('\n');
