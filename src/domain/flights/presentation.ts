/**
 * The presentation of a flight on a television: which slides it has, and which of them is shown. A deck is moved by the
 * time, by people and by birds that land; the page only draws it.
 */
import { type FlightStatus, isBeforeRelease } from '#domain/flights/flight.ts';

/** In the order in which they are shown. Of aces there is one for each ranking. */
export const slideKinds = ['cover', 'info', 'podium', 'places', 'progress', 'aces', 'mine', 'next'] as const;
type SlideKind = (typeof slideKinds)[number];
export type Slide = Exclude<SlideKind, 'aces'> | `aces-${number}`;

/** The kind of a slide, and of aces which ranking. */
export function slideParts(slide: Slide): { kind: SlideKind; ranking_id: number } {
  const [kind, ranking_id = 0] = slide.split('-') as [SlideKind, string?];
  return { kind, ranking_id: Number(ranking_id) };
}

/** Whether a text names a slide. */
export const isSlide = (text: string): text is Slide =>
  /^aces-[1-9]\d{0,14}$/.test(text) || slideKinds.some((kind) => kind === text && kind !== 'aces');

/** How long a slide is shown, and how long birds that land take its place, ms. */
export const slide_ms = 20_000;
export const landing_ms = 8_000;
/** How long no bird interrupts a page that somebody has turned to, ms. */
export const turned_ms = 8_000;
/** How long one bird stands there before another takes its place, ms: it is read from the other end of a room. */
export const named_ms = 2_000;

/** Rows that are read from the other end of a room. */
export const presentedRows = 7;

/** Places that stand on the podium; those after them are rows of a slide of their own. */
export const podiumPlaces = 3;
export const firstRows = podiumPlaces + presentedRows;

/** What decides which slides a flight has. */
export interface Presented {
  status: FlightStatus;
  /** Birds at home. */
  home: number;
  /** Whether the season shows who is first (3.15). */
  shows_ranks: boolean;
  /** Birds of the reader in this flight. */
  mine: number;
  /** The rankings of the season that show who leads, in their order. */
  rankings: readonly number[];
  /** Whether another release of the season is planned. */
  has_next: boolean;
}

/** The slides of a flight as it is now; the first one is always there. */
export function slidesOf({ status, home, shows_ranks, mine, rankings, has_next }: Presented): readonly Slide[] {
  const counts = !isBeforeRelease(status) && status !== 'annulled';
  const has: Record<SlideKind, boolean> = {
    cover: true,
    info: true,
    podium: counts && shows_ranks && home > 0,
    // One row alone is no list.
    places: counts && shows_ranks && home > podiumPlaces + 1,
    progress: counts,
    aces: counts,
    mine: counts && mine > 0,
    next: has_next,
  };
  return slideKinds.flatMap((kind): Slide[] => {
    if (!has[kind]) return [];
    return kind === 'aces' ? rankings.map((id): Slide => `aces-${id}`) : [kind];
  });
}

/** What is on the screen. */
export interface Deck {
  slide: Slide;
  /** Since when, epoch ms; of a held slide, since when it is held. */
  since_ms: number;
  /** Somebody keeps the slide until they let it go. */
  is_held: boolean;
  /** Birds that land stand before the slide, which then goes on with the time that it had left. */
  landing: { pigeon_id: number; count: number; since_ms: number; named_ms: number } | null;
  /** When birds last stood before a slide, epoch ms: they come again a slide later. */
  landed_ms: number;
  /** Until when no bird interrupts the page that somebody has turned to, epoch ms, and those that wait for it. */
  turned_until_ms: number;
  waiting: { pigeon_id: number; count: number } | null;
}

/** What a screen keeps of its deck while it loads the page in another language. */
export type KeptSlide = Pick<Deck, 'slide' | 'is_held'>;

/** What moves a deck. */
export type Move =
  | { do: 'next' | 'previous' | 'hold' | 'time' }
  /** Somebody has chosen a page. */
  | { do: 'show'; slide: Slide }
  /** The script is there; with the slide that was shown, and whether it was held, before the page was loaded anew. */
  | ({ do: 'start' } & Partial<KeptSlide>)
  /** Birds landed, the last of them by its number. */
  | { do: 'land'; pigeon_id: number; count: number };

/** A presentation as it begins. */
export const firstDeck = (now_ms: number): Deck => ({
  slide: 'cover',
  since_ms: now_ms,
  is_held: false,
  landing: null,
  landed_ms: Number.NEGATIVE_INFINITY,
  turned_until_ms: Number.NEGATIVE_INFINITY,
  waiting: null,
});

/**
 * The deck after a move. Whoever turns the page ends what birds interrupt, and gets the whole time of the next slide, for
 * whose beginning birds wait. A held slide is not interrupted, and between two interruptions the rotation has the time of a slide: in a storm of drops
 * all slides are still seen. A slide that the flight no longer has gives way to the next one.
 */
export function moved(deck: Deck, move: Move, has: readonly Slide[], now_ms: number): Deck {
  switch (move.do) {
    case 'next':
    case 'previous':
      return byHand(turned(deck, has, move.do === 'next' ? 1 : -1, now_ms), now_ms);
    case 'show':
      return has.includes(move.slide) ? byHand({ ...deck, slide: move.slide, since_ms: now_ms }, now_ms) : deck;
    case 'start':
      return { ...deck, slide: move.slide ?? deck.slide, is_held: move.is_held ?? deck.is_held, since_ms: now_ms };
    case 'hold':
      return { ...deck, is_held: !deck.is_held, since_ms: now_ms, landing: null, waiting: null };
    case 'land': {
      const { pigeon_id, count } = move;
      const { landing } = deck;
      if (landing) {
        const next = now_ms - landing.named_ms < named_ms ? {} : { pigeon_id, named_ms: now_ms };
        return { ...deck, landing: { ...landing, ...next, count: landing.count + count } };
      }
      if (deck.is_held || now_ms - deck.landed_ms < slide_ms) return deck;
      const all = { pigeon_id, count: count + (deck.waiting?.count ?? 0) };
      return now_ms < deck.turned_until_ms ? { ...deck, waiting: all } : before(deck, all, now_ms);
    }
    case 'time': {
      const { landing } = deck;
      if (landing) {
        const stood_ms = now_ms - landing.since_ms;
        if (stood_ms < landing_ms) return deck;
        return { ...deck, since_ms: deck.since_ms + stood_ms, landing: null, landed_ms: now_ms };
      }
      if (deck.waiting && now_ms >= deck.turned_until_ms) return before(deck, deck.waiting, now_ms);
      if (!has.includes(deck.slide)) return turned(deck, has, 1, now_ms);
      return deck.is_held || now_ms - deck.since_ms < slide_ms ? deck : turned(deck, has, 1, now_ms);
    }
  }
}

/** How long until the time alone moves a deck, ms; null: never. */
export function timeLeft(deck: Deck, now_ms: number): number | null {
  const { landing, is_held, since_ms, waiting, turned_until_ms } = deck;
  if (landing) return Math.max(0, landing.since_ms + landing_ms - now_ms);
  if (is_held) return null;
  return Math.max(0, Math.min(since_ms + slide_ms, waiting ? turned_until_ms : Number.POSITIVE_INFINITY) - now_ms);
}

/** Birds that stand before the slide from now on. */
const before = (deck: Deck, birds: { pigeon_id: number; count: number }, now_ms: number): Deck => ({
  ...deck,
  landing: { ...birds, since_ms: now_ms, named_ms: now_ms },
  waiting: null,
});

/** A page to which somebody has turned: no bird interrupts its beginning. */
const byHand = (deck: Deck, now_ms: number): Deck => ({
  ...deck,
  landing: null,
  turned_until_ms: now_ms + turned_ms,
  waiting: null,
});

/** The next slide, or the one before; of one that the flight no longer has, those that stood around it. */
function turned(deck: Deck, has: readonly Slide[], by: 1 | -1, now_ms: number): Deck {
  const slide =
    by === 1
      ? (has.find((one) => order(one, deck.slide) > 0) ?? has[0])
      : (has.findLast((one) => order(one, deck.slide) < 0) ?? has.at(-1));
  return { ...deck, slide: slide ?? 'cover', since_ms: now_ms };
}

function order(a: Slide, b: Slide): number {
  const [one, other] = [slideParts(a), slideParts(b)];
  return slideKinds.indexOf(one.kind) - slideKinds.indexOf(other.kind) || one.ranking_id - other.ranking_id;
}
