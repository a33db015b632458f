/** The content of a share picture: worded and formatted for the page, painted by the server. */
import type { RingParts } from '#domain/pigeons/ring.ts';

/** The subject of a picture. */
export type Shown =
  | { kind: 'site' }
  | { kind: 'loft'; loft_id: number }
  | { kind: 'flight'; loft_id: number; flight_id: number }
  | { kind: 'team'; loft_id: number; team_id: number }
  | { kind: 'ranking'; loft_id: number; ranking_id: number }
  | { kind: 'line'; loft_id: number; ranking_id: number; line: string }
  | { kind: 'championship'; championship_id: number }
  | { kind: 'pigeon'; loft_id: number; pigeon_id: number }
  | { kind: 'news'; loft_id: number; news_id: number };

/** The size that services which show shared links agree on. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** A figure with its name; `of` is the small text behind it: a unit, a total. */
export interface CardFact {
  name: string;
  value: string;
  of: string | null;
}

export interface CardBird {
  rank: number | null;
  /** A place that can still change has none. */
  medal: boolean;
  /** Null where not a pigeon has the place: the team is named alone. */
  ring: RingParts | null;
  country: string | null;
  team: string;
  value: string;
  unit: string;
}

export interface Card {
  lang: string;
  dir: 'ltr' | 'rtl';
  brand: string;
  sky: 'night' | 'dawn' | 'day' | 'dusk';
  /** The picture in place of sky and ridges, by its name in the storage. */
  photo: string | null;
  /** The ridge lines of the loft, from the furthest to the nearest: heights from left to right. */
  ridges: readonly (readonly number[])[];
  /** The part of the line that is solid, from the loft outward, 0 to 1: what is done. The rest is dashed. */
  solid: number;
  chip: { text: string; look: 'live' | 'dashed' | 'home' | 'mute' | 'bad' } | null;
  /** The flag, and the line above the title. */
  country: string | null;
  over: string;
  title: string | RingParts;
  facts: readonly CardFact[];
  /** The first birds, where there are any. */
  birds: { title: string; rows: readonly CardBird[] } | null;
}
