/** What a desk knows while its page is open, and the view of it that the page shows. */
import type { BirdElsewhere, Standing } from '#domain/basketing/desk-bird.ts';
import type { DeskData, ShownBird } from '#domain/basketing/desk-contract.ts';
import {
  applyDecided,
  type Basketing,
  basketingOf,
  type DeskEvent,
  type DeskFacts,
  decideEvents,
} from '#domain/basketing/desk-events.ts';
import { type BirdIndex, indexBirds } from '#domain/pigeons/find-bird.ts';
import type { Found, Kept } from './desk-storage.ts';
import type { DeskAnswer, DeskView, OwnDesk } from './desk-view.ts';

/** What a view shows beside what follows from the state. */
type Shown = Pick<DeskView, 'phase' | 'answer' | 'contact' | 'away_ms' | 'others' | 'refused'>;

/** Birds that went in before the last one. */
const mostBefore = 5;

/** The crate of a bird that goes in is the open one from now on, and the bird is the last one. */
export function keptAfter(kept: Kept, event: DeskEvent): Kept {
  const { n, pigeon_id, undoes } = event;
  const others = kept.before.filter((one) => one.pigeon_id !== pigeon_id);
  if (undoes !== null || (event.kind !== 'in' && event.kind !== 'move')) return { ...kept, n, before: others };
  const { crate, number } = event;
  const before = [{ pigeon_id, crate, number }, ...others].slice(0, mostBefore);
  return { ...kept, n, before, crate: event.kind === 'in' ? crate : kept.crate };
}

const none: Basketing = basketingOf([]);

export interface DeskState {
  kept: Kept;
  data: DeskData | null;
  birds: ReadonlyMap<number, ShownBird>;
  index: BirdIndex<ShownBird>;
  elsewhere: BirdIndex<BirdElsewhere>;
  /** What the server has decided. */
  base: Basketing;
  /** What waits to be sent, in the order of the desk's count. */
  queue: readonly DeskEvent[];
  /** Where the count of the desk is. */
  last_n: number;
  /** With what waits, decided as the server will. */
  basketing: Basketing;
  /** What can be undone, the newest last. */
  readonly done: { event: DeskEvent; before: Standing | undefined }[];
  readonly own: OwnDesk | null;
  readonly view: DeskView;
  /** Starts from what the device has kept. */
  load(found: Found): void;
  /** Takes the whole data of the server in place of what was there. */
  hold(data: DeskData): void;
  /** Decides on what waits again, after the server's state or the queue has changed. */
  decideAnew(): void;
  /** What decisions need; only where there is data. */
  facts(): DeskFacts;
  /** The other desks of the flight. */
  othersIn(of: Pick<DeskData, 'desks'>): DeskView['others'];
  /** Shows what has changed. */
  show(change?: Partial<Shown>): void;
  /** Shows what has changed, with the answer to a scan or a touch: it is heard, too. */
  answer(answer: DeskAnswer, change?: Partial<Shown>): void;
  /** Calls after each change; returns what ends it. */
  listen(changed: () => void): () => void;
}

/** The state of a desk that has read nothing yet. */
export function createDeskState(): DeskState {
  const listeners = new Set<() => void>();
  let view: DeskView;

  const desk: DeskState = {
    kept: { device: '', own: null, n: 0, crate: null, synced_ms: null, seq: 0, status: null, before: [] },
    data: null,
    birds: new Map(),
    index: indexBirds([]),
    elsewhere: indexBirds([]),
    base: none,
    queue: [],
    last_n: 0,
    basketing: none,
    done: [],
    get own() {
      return desk.kept.own;
    },
    get view() {
      return view;
    },
    load({ kept, data, decided, waiting }) {
      desk.kept = kept ?? { ...desk.kept, device: crypto.randomUUID() };
      for (const event of waiting) if (event.n > desk.kept.n) desk.kept = keptAfter(desk.kept, event);
      desk.queue = waiting;
      desk.last_n = Math.max(desk.own?.received ?? 0, waiting.at(-1)?.n ?? 0);
      if (data) desk.hold({ ...data, flight: { ...data.flight, status: desk.kept.status ?? data.flight.status } });
      desk.base = applyDecided(desk.base, decided);
      desk.decideAnew();
    },
    hold(data) {
      desk.data = data;
      desk.birds = new Map(data.birds.map((bird) => [bird.pigeon_id, bird]));
      desk.index = indexBirds(data.birds);
      desk.elsewhere = indexBirds(data.elsewhere);
      desk.base = basketingOf(data.standings.map(({ pigeon_id, ...standing }) => [pigeon_id, standing]));
    },
    decideAnew() {
      const { base, queue, own, data } = desk;
      desk.basketing = own && data ? decideEvents(base, queue, own, desk.facts()).state : base;
    },
    facts() {
      const { flight, crate_size } = desk.data!;
      return { entry: flight.entry, crate_size, bird: (pigeon_id) => desk.birds.get(pigeon_id) ?? null };
    },
    othersIn: ({ desks }) => desks.filter((other) => other.desk !== desk.own?.desk),
    show: (change = {}) => present({ ...view, ...following(desk), ...change }),
    answer: (answer, change = {}) => present({ ...view, ...following(desk), ...change, answer, heard: view.heard + 1 }),
    listen(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };

  function present(next: DeskView): void {
    view = next;
    for (const changed of listeners) changed();
  }

  const shown: Shown = { phase: 'loading', answer: null, contact: 'online', away_ms: null, others: [], refused: [] };
  view = { ...shown, ...following(desk), heard: 0 };
  return desk;
}

/** The part of the view that follows from the state. */
function following({
  data,
  birds,
  basketing: state,
  kept,
  queue,
  done,
}: DeskState): Omit<DeskView, keyof Shown | 'heard'> {
  const { own, crate, synced_ms } = kept;
  const before = kept.before.flatMap((place) => {
    const bird = birds.get(place.pigeon_id);
    const standing = state.standings.get(place.pigeon_id);
    const isThere = standing?.list === 'basketed' && standing.crate === place.crate && standing.number === place.number;
    return bird && isThere ? [{ ...place, ring: bird.ring }] : [];
  });
  return { data, birds, state, own, crate, synced_ms, before, waiting: queue.length, can_undo: done.length > 0 };
}
