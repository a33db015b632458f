/** The published lists of dev/results/fields.json as flights, to measure how often expected times hold. */

import { readFileSync } from 'node:fs';
import { leastFlights } from '#domain/arrivals/expected-bird.ts';
import type { EarlierFlight } from '#domain/arrivals/expected-first.ts';
import type { FlightToExpect } from '#domain/arrivals/expected-times.ts';
import { type FieldShape, likelyShapes, shapeOf } from '#domain/arrivals/field-shape.ts';

interface PublishedList {
  name: string;
  organiser: string;
  date: string | null;
  birds: number;
  listed: number;
  /** False: only the first ones of the field are in the list. */
  whole: boolean;
  distance_m: number;
  /** Rank and speed, m/min; the ranks between are left out. */
  speeds: [rank: number, speed: number][];
}

export interface PublishedField {
  name: string;
  organiser: string;
  birds: number;
  distance_m: number;
  whole: boolean;
  /** When its birds would have come to one loft, minutes after the release. */
  minutes: number[];
  shape: FieldShape;
  earlier: EarlierFlight;
}

/** Any day: the lists are flown on it. */
export const release_ms = Date.parse('2026-06-06T06:00:00Z');

/** All lists; the ranks that a list leaves out are between those that it has. */
export function publishedFields(): PublishedField[] {
  const text = readFileSync(new URL('../../dev/results/fields.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as PublishedList[]).map(({ name, organiser, birds, listed, whole, distance_m, speeds }) => {
    const minutes: number[] = [];
    for (let at = 0; at + 1 < speeds.length; at += 1) {
      const [[rank, speed], [next_rank, next_speed]] = [speeds[at]!, speeds[at + 1]!];
      const [from, to] = [distance_m / speed, distance_m / next_speed];
      for (let one = rank; one < next_rank; one += 1)
        minutes.push(from + ((to - from) * (one - rank)) / (next_rank - rank));
    }
    minutes.push(distance_m / speeds.at(-1)![1]);
    if (minutes.length !== listed) throw new Error(`${name} has ${minutes.length} birds instead of ${listed}`);
    const shape = shapeOf(minutes, birds, whole);
    const earlier = { kind: 'race', release_ms, distance_m, first_speed: speeds[0]![1], shape };
    return { name, organiser, birds, distance_m, whole, minutes, shape, earlier };
  });
}

/**
 * A list as a flight, and what is likely of it from all other lists; those of its organiser stand for the earlier flights
 * of its loft. A list of the first ones only is a flight that closes with so many birds at home; any other one closes with
 * the hour of its last bird, because lists do not print their closing.
 */
export function leaveOneOut(
  fields: readonly PublishedField[],
  field: PublishedField,
): { flight: FlightToExpect; likely: Float64Array } {
  const others = fields.filter((other) => other !== field);
  const same = others.filter(({ organiser }) => organiser === field.organiser);
  const own = same.length < leastFlights ? [] : same;
  const published = others.filter((other) => !own.includes(other)).map(({ shape }) => shape);
  return {
    likely: likelyShapes({ published, own: own.map(({ shape }) => shape) }),
    flight: {
      kind: 'race',
      release_ms,
      distance_m: field.distance_m,
      earlier: same.map(({ earlier }) => earlier),
      estimated_speed: null,
      basketed: field.birds,
      rests: [],
      closes_ms: field.whole ? release_ms + Math.ceil(field.minutes.at(-1)! / 60) * 3_600_000 : null,
      closing_count: field.whole ? null : field.minutes.length,
    },
  };
}
