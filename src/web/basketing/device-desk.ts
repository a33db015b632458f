/**
 * A basketing desk on its device: it decides on each scan by the rules of the domain, writes each event down before it
 * is shown, and sends what waits whenever there is a network. What the server refuses afterwards is listed.
 */
import { z } from 'zod';
import { freeNumber, nextCrate, ownsCrate } from '#domain/basketing/crates.ts';
import { type BirdElsewhere, type Standing, whyNotIn } from '#domain/basketing/desk-bird.ts';
import {
  type DeskData,
  type DeskReply,
  type EventAnswer,
  mostEvents,
  type OtherDesk,
  type ShownBird,
} from '#domain/basketing/desk-contract.ts';
import {
  applyDecided,
  type Basketing,
  basketingOf,
  type DeskEvent,
  type DeskEventAct,
  decideEvents,
  undoOf,
} from '#domain/basketing/desk-events.ts';
import { type BirdIndex, findBirds, indexBirds } from '#domain/basketing/find-bird.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { store, stored } from '#web/lib/browser-store.ts';
import { openDeskDatabase, rangeOf, read, readAll, write } from '#web/lib/desk-database.ts';
import { keepPhotos } from './desk-photos.ts';

/** What is kept of a flight beside the events. */
interface Kept {
  /** Made once: the server knows the desk by it. */
  device: string;
  /** Null after a sign-out. */
  data: DeskData | null;
  /** Of the server: its number, its crates, and how much of its count has arrived; null before the first contact. */
  own: { desk: number; blocks: number[]; received: number } | null;
  crate: number | null;
  synced_ms: number | null;
}

/** An event that was refused afterwards. */
export interface RefusedEvent {
  event: DeskEvent;
  refusal: NonNullable<EventAnswer['refusal']>;
}

/** What the last scan or touch has led to. */
export type DeskAnswer =
  | { kind: 'in'; bird: ShownBird; crate: number; number: number; chip: string | null }
  | { kind: 'no'; bird: ShownBird | null; refusal: Refusal; text: string }
  | { kind: 'which'; birds: readonly ShownBird[]; text: string; found: number }
  | { kind: 'out' | 'held' | 'counted'; bird: ShownBird };

export type DeskContact = 'online' | 'offline' | 'signed_out' | 'closed';

/** What the page shows; a new object after each change. */
export interface DeskView {
  phase: 'loading' | 'ready' | 'no_data' | 'elsewhere' | 'not_found';
  data: DeskData | null;
  birds: ReadonlyMap<number, ShownBird>;
  state: Basketing;
  own: Kept['own'];
  /** The open crate. */
  crate: number | null;
  answer: DeskAnswer | null;
  /** Counts the answers: each is a tone. */
  heard: number;
  /** The last birds that went in, the newest first. */
  before: readonly { pigeon_id: number; ring: string; crate: number; number: number }[];
  waiting: number;
  contact: DeskContact;
  /** Since when there is no contact. */
  away_ms: number | null;
  synced_ms: number | null;
  others: readonly OtherDesk[];
  refused: readonly RefusedEvent[];
  can_undo: boolean;
}

/** The calls of a desk. */
export interface DeskCalls {
  read(): Promise<DeskData>;
  send(body: { device: string; since: number; events: DeskEvent[] }): Promise<DeskReply>;
}

export interface Desk {
  view(): DeskView;
  listen(changed: () => void): () => void;
  /** A scanned or typed text. */
  scan(text: string, as?: 'in' | 'present'): Promise<void>;
  /** One of several birds that end with the same digits. */
  choose(pigeon_id: number, as?: 'in' | 'present'): Promise<void>;
  takeOut(pigeon_id: number): Promise<void>;
  holdBack(pigeon_id: number, reason: string): Promise<void>;
  /** A bird that was held back flies after all. */
  letFly(pigeon_id: number): Promise<void>;
  move(pigeon_id: number, crate: number): Promise<void>;
  openCrate(crate: number): Promise<void>;
  nextCrate(): Promise<void>;
  undo(): Promise<void>;
  dismiss(): void;
  settle(event_id: string): Promise<void>;
  sync(): Promise<void>;
  close(): void;
}

/** A list of more birds is not offered: more digits are asked for. */
const mostOffered = 8;
/** Between two looks at the server without anything to send, ms; and between two of the whole data. */
const idle_ms = 15_000;
const retry_ms = 4000;
const renew_ms = 300_000;
/** A window that is being closed gives the desk back in this time. */
const mostLock_ms = 800;

const none: Basketing = basketingOf([]);

const beforeOf = (flight_id: number) => `basketing-before:${flight_id}`;
const places = z.array(z.object({ pigeon_id: z.int(), crate: z.int(), number: z.int() }));

function placesIn(text: string | null): z.output<typeof places> {
  try {
    return places.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/**
 * Opens the desk of this device at a flight.
 * @param now the clock of the device, epoch ms
 */
export function openDesk(flight_id: number, calls: DeskCalls, now: () => number = Date.now): Desk {
  let database: IDBDatabase | null = null;
  let kept: Kept = { device: '', data: null, own: null, crate: null, synced_ms: null };
  let index: BirdIndex<ShownBird> = indexBirds([]);
  let elsewhere: BirdIndex<BirdElsewhere> = indexBirds([]);
  /** What the server has decided. */
  let base: Basketing = none;
  let queue: DeskEvent[] = [];
  let last_n = 0;
  let renewed_ms = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let closed = false;
  let release: (() => void) | undefined;
  const done: { event: DeskEvent; before: Standing | undefined }[] = [];
  const listeners = new Set<() => void>();
  let view: DeskView = {
    phase: 'loading',
    data: null,
    birds: new Map(),
    state: none,
    own: null,
    crate: null,
    answer: null,
    heard: 0,
    before: [],
    waiting: 0,
    contact: 'online',
    away_ms: null,
    synced_ms: null,
    others: [],
    refused: [],
    can_undo: false,
  };

  function show(change: Partial<DeskView>): void {
    view = { ...view, ...change };
    for (const changed of listeners) changed();
  }
  const answer = (given: DeskAnswer | null) => show({ answer: given, heard: view.heard + 1 });

  /** Shows the last birds that went in; they are shown again after the page was closed. */
  function showBefore(before: DeskView['before']): void {
    show({ before });
    store(
      beforeOf(flight_id),
      JSON.stringify(before.map(({ pigeon_id, crate, number }) => ({ pigeon_id, crate, number }))),
    );
  }

  /** The last birds that went in, as far as they are still there. */
  function keptBefore(state: Basketing): DeskView['before'] {
    return placesIn(stored(beforeOf(flight_id))).flatMap(({ pigeon_id, crate, number }) => {
      const bird = view.birds.get(pigeon_id);
      const standing = state.standings.get(pigeon_id);
      const isThere = standing?.list === 'basketed' && standing.crate === crate && standing.number === number;
      return bird && isThere ? [{ pigeon_id, ring: bird.ring, crate, number }] : [];
    });
  }

  const factsNow = () => ({
    entry: kept.data!.flight.entry,
    crate_size: kept.data!.crate_size,
    bird: (pigeon_id: number) => view.birds.get(pigeon_id) ?? null,
  });

  /** The state with what waits, decided as the server will. */
  function localState(): Basketing {
    return kept.own && kept.data ? decideEvents(base, queue, kept.own, factsNow()).state : base;
  }

  function hold(data: DeskData): void {
    kept.data = data;
    index = indexBirds(data.birds);
    elsewhere = indexBirds(data.elsewhere);
    base = basketingOf(data.standings.map(({ pigeon_id, ...standing }) => [pigeon_id, standing]));
    view = { ...view, birds: new Map(data.birds.map((bird) => [bird.pigeon_id, bird])) };
  }

  const keep = (store: (name: 'flights') => IDBObjectStore) => store('flights').put(kept, flight_id);

  async function record(pigeon_id: number, act: DeskEventAct, undoes: string | null = null): Promise<DeskEvent | null> {
    const event: DeskEvent = {
      id: crypto.randomUUID(),
      n: ++last_n,
      pigeon_id,
      at: new Date(now()).toISOString(),
      undoes,
      ...act,
    };
    const before = view.state.standings.get(pigeon_id);
    const { state, refusals } = decideEvents(view.state, [event], kept.own!, factsNow());
    if (refusals[0]) {
      last_n--;
      answer({ kind: 'no', bird: view.birds.get(pigeon_id) ?? null, refusal: refusals[0], text: '' });
      return null;
    }
    queue = [...queue, event];
    view = { ...view, state };
    // The crate of a bird that goes in is the open one from now on.
    if (act.kind === 'in' && undoes === null) kept = { ...kept, crate: act.crate };
    try {
      await write(database!, ['flights', 'waiting'], (store) => {
        store('waiting').put(event, [flight_id, event.n]);
        if (view.crate !== kept.crate) keep(store);
      });
    } catch {
      // What could not be written down is not shown as in, unless the server has it already.
      if (queue.some(({ id }) => id === event.id)) return notKept(event);
    }
    // A refused bird is marked by itself, not by a touch.
    if (undoes === null && !(act.kind === 'present' && act.later)) done.push({ event, before });
    show({ crate: kept.crate, waiting: queue.length, can_undo: done.length > 0 });
    wake(250);
    return event;
  }

  /** Takes back an event that is not on the disk; what is sent later is counted anew. */
  function notKept(event: DeskEvent): null {
    queue = queue.filter(({ id }) => id !== event.id);
    const bird = view.birds.get(event.pigeon_id) ?? null;
    show({ state: localState(), waiting: queue.length });
    answer({ kind: 'no', bird, refusal: new Refusal('basket_not_kept', { ring: bird?.ring ?? '' }), text: '' });
    return null;
  }

  /** The place for the next bird: in the open crate, or in the next one when that is full. */
  function nextPlace(): { crate: number; number: number } {
    const { crate_size } = kept.data!;
    const open = view.crate ?? nextCrate(view.state.slots, kept.own!, crate_size);
    const number = freeNumber(view.state.slots, open, crate_size);
    if (number !== null) return { crate: open, number };
    return { crate: nextCrate(view.state.slots, kept.own!, crate_size, open), number: 1 };
  }

  async function takeIn(bird: ShownBird | null, text: string, chip: string | null, as: 'in' | 'present') {
    const known = bird ?? null;
    if (!known) {
      const { birds: found } = findBirds(elsewhere, text);
      const foreign = found.length === 1 ? found[0]! : null;
      const refusal = whyNotIn({ text, bird: null, elsewhere: foreign, chip, standing: undefined }, factsNow().entry);
      return answer({ kind: 'no', bird: null, refusal: refusal!, text });
    }
    const { pigeon_id } = known;
    const standing = view.state.standings.get(pigeon_id);
    if (as === 'present') {
      if (!standing && !(await record(pigeon_id, { kind: 'present', later: false }))) return;
      return answer({ kind: 'counted', bird: known });
    }
    const refusal =
      kept.data!.flight.status === 'basketing'
        ? whyNotIn({ text, bird: known, chip, standing }, factsNow().entry)
        : new Refusal('basketing_not_open', { status: kept.data!.flight.status });
    if (refusal) {
      // It was in the hand: it is present, and to be decided later until somebody does.
      if (!standing || (standing.list === 'present' && !standing.later))
        await record(pigeon_id, { kind: 'present', later: true });
      return answer({ kind: 'no', bird: known, refusal, text });
    }
    const place = nextPlace();
    const event = await record(pigeon_id, { kind: 'in', ...place, chip });
    if (!event) return;
    // The server may have answered already.
    const no = view.refused.find((one) => one.event.id === event.id)?.refusal;
    if (no) return answer({ kind: 'no', bird: known, refusal: new Refusal(no.code, no.params), text });
    const went = { pigeon_id, ring: known.ring, ...place };
    showBefore([went, ...view.before.filter((one) => one.pigeon_id !== pigeon_id)].slice(0, 5));
    answer({ kind: 'in', bird: known, ...place, chip });
  }

  async function setCrate(crate: number): Promise<void> {
    if (kept.crate === crate) return;
    kept = { ...kept, crate };
    show({ crate });
    await write(database!, ['flights'], keep);
  }

  function wake(after_ms: number): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void sync(), after_ms);
  }

  function sync(): Promise<void> {
    running ??= exchange().finally(() => {
      running = null;
      wake(queue.length && view.contact === 'online' ? 250 : view.contact === 'online' ? idle_ms : retry_ms);
    });
    return running;
  }

  async function exchange(): Promise<void> {
    try {
      const first = kept.own === null;
      const sent = queue.slice(0, mostEvents);
      const reply = await calls.send({ device: kept.device, since: kept.data?.seq ?? 0, events: sent });
      await take(reply, sent);
      if (first || !kept.data || reply.events === null || now() - renewed_ms > renew_ms) await renew();
      show({ contact: 'online', away_ms: null, synced_ms: now() });
    } catch (error) {
      await meet(error);
    }
  }

  /** What the server has answered takes the place of what was sent, in one step on the disk. */
  async function take(reply: DeskReply, sent: readonly DeskEvent[]): Promise<void> {
    const { desk, blocks, received, status, seq } = reply;
    const no = new Map(reply.answers.flatMap(({ id, refusal }) => (refusal ? [[id, refusal] as const] : [])));
    const refused = sent.flatMap((event) => {
      const refusal = no.get(event.id);
      return refusal ? [{ event, refusal }] : [];
    });
    if (reply.events) base = applyDecided(base, reply.events);
    if (kept.data) {
      const standings = [...base.standings].map(([pigeon_id, standing]) => ({ pigeon_id, ...standing }));
      const data = { ...kept.data, flight: { ...kept.data.flight, status } };
      kept.data = reply.events ? { ...data, standings, seq } : data;
    }
    kept = { ...kept, own: { desk, blocks, received }, synced_ms: now() };
    const ids = new Set(sent.map(({ id }) => id));
    queue = queue.filter(({ id }) => !ids.has(id));
    last_n = Math.max(last_n, received);
    await write(database!, ['flights', 'waiting', 'refused'], (store) => {
      keep(store);
      for (const { n } of sent) store('waiting').delete([flight_id, n]);
      for (const one of refused) store('refused').put(one, [flight_id, one.event.n]);
    });
    show({
      data: kept.data,
      own: kept.own,
      state: localState(),
      waiting: queue.length,
      others: reply.desks.filter((one) => one.desk !== desk),
      refused: [...view.refused, ...refused],
      before: view.before.filter(({ pigeon_id }) => !refused.some(({ event }) => event.pigeon_id === pigeon_id)),
    });
    const shown = view.answer;
    const taken = refused.find(({ event }) => shown?.kind === 'in' && shown.bird.pigeon_id === event.pigeon_id);
    if (taken && shown?.kind === 'in') {
      const refusal = new Refusal(taken.refusal.code, taken.refusal.params);
      answer({ kind: 'no', bird: shown.bird, refusal, text: '' });
    }
  }

  async function renew(): Promise<void> {
    hold(await calls.read());
    renewed_ms = now();
    await write(database!, ['flights'], keep);
    show({ phase: 'ready', data: kept.data, state: localState(), others: othersIn(kept.data!) });
    void keepPhotos(kept.data!.birds.flatMap(({ photo }) => photo ?? []));
  }

  const othersIn = (data: DeskData) => data.desks.filter(({ desk }) => desk !== kept.own?.desk);

  async function meet(error: unknown): Promise<void> {
    if (isRefusal(error) && error.code === 'basketing_events_missing') {
      // The server was restored from an older state: what waits is counted from there.
      let n = Number(error.params.from);
      const counted = queue.map((event) => ({ ...event, n: n++ }));
      queue = counted;
      last_n = n - 1;
      await write(database!, ['waiting'], (store) => {
        store('waiting').delete(rangeOf(flight_id));
        for (const event of counted) store('waiting').put(event, [flight_id, event.n]);
      });
      return;
    }
    const code = isRefusal(error) ? error.code : null;
    const contact =
      code === 'sign_in_first' || code === 'forbidden'
        ? 'signed_out'
        : code === 'basketing_not_open'
          ? 'closed'
          : 'offline';
    if (code === 'not_found') return show({ phase: 'not_found' });
    show({
      contact,
      away_ms: view.away_ms ?? now(),
      ...(kept.data ? {} : { phase: 'no_data' as const }),
    });
  }

  /** One window of the device has the desk; another one waits until it is closed. False: this one was closed first. */
  async function lockDesk(): Promise<boolean> {
    if (!('locks' in navigator)) return !closed;
    const late = setTimeout(() => show({ phase: 'elsewhere' }), mostLock_ms);
    const isFirst = await new Promise<boolean>((resolve) => {
      void navigator.locks.request(`basketing-${flight_id}`, () => {
        resolve(!closed);
        if (closed) return;
        return new Promise<void>((free) => {
          release = free;
        });
      });
    });
    clearTimeout(late);
    return isFirst;
  }

  async function start(): Promise<void> {
    if (!(await lockDesk())) return;
    database = await openDeskDatabase();
    kept = (await read<Kept>(database, 'flights', flight_id)) ?? { ...kept, device: crypto.randomUUID() };
    queue = await readAll<DeskEvent>(database, 'waiting', flight_id);
    last_n = Math.max(kept.own?.received ?? 0, queue.at(-1)?.n ?? 0);
    await write(database, ['flights'], keep);
    if (kept.data) hold(kept.data);
    // Without this a browser that runs out of room may remove what waits.
    void navigator.storage?.persist?.();
    const state = localState();
    show({
      phase: kept.data && kept.own ? 'ready' : 'loading',
      data: kept.data,
      own: kept.own,
      crate: kept.crate,
      state,
      before: keptBefore(state),
      waiting: queue.length,
      synced_ms: kept.synced_ms,
      others: kept.data ? othersIn(kept.data) : [],
      refused: await readAll<RefusedEvent>(database, 'refused', flight_id),
    });
    await sync();
  }

  const whenOnline = () => void sync();
  addEventListener('online', whenOnline);
  void start();

  const birdOf = (pigeon_id: number) => view.birds.get(pigeon_id)!;
  return {
    view: () => view,
    listen(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    async scan(text, as = 'in') {
      if (!text.trim() || view.phase !== 'ready') return;
      const { birds, chip } = findBirds(index, text);
      if (birds.length > 1)
        return answer({ kind: 'which', birds: birds.length > mostOffered ? [] : birds, text, found: birds.length });
      await takeIn(birds[0] ?? null, text, chip, as);
    },
    async choose(pigeon_id, as = 'in') {
      const bird = birdOf(pigeon_id);
      await takeIn(bird, bird.ring, null, as);
    },
    async takeOut(pigeon_id) {
      if (!(await record(pigeon_id, { kind: 'out' }))) return;
      showBefore(view.before.filter((one) => one.pigeon_id !== pigeon_id));
      answer({ kind: 'out', bird: birdOf(pigeon_id) });
    },
    async holdBack(pigeon_id, reason) {
      if (await record(pigeon_id, { kind: 'hold', reason })) answer({ kind: 'held', bird: birdOf(pigeon_id) });
    },
    async letFly(pigeon_id) {
      const bird = birdOf(pigeon_id);
      if (await record(pigeon_id, { kind: 'present', later: false })) await takeIn(bird, bird.ring, null, 'in');
    },
    async move(pigeon_id, crate) {
      const number = freeNumber(view.state.slots, crate, kept.data!.crate_size);
      const bird = birdOf(pigeon_id);
      if (number === null)
        return answer({
          kind: 'no',
          bird,
          refusal: new Refusal('basket_crate_full', { crate, size: kept.data!.crate_size }),
          text: '',
        });
      if (await record(pigeon_id, { kind: 'move', crate, number }))
        answer({ kind: 'in', bird, crate, number, chip: null });
    },
    async openCrate(crate) {
      if (kept.own && ownsCrate(kept.own, crate)) await setCrate(crate);
    },
    async nextCrate() {
      if (kept.own) await setCrate(nextCrate(view.state.slots, kept.own, kept.data!.crate_size, view.crate ?? 0));
    },
    async undo() {
      const last = done.pop();
      if (!last) return;
      const { event, before } = last;
      await record(event.pigeon_id, undoOf(event, before), event.id);
      showBefore(view.before.filter((one) => one.pigeon_id !== event.pigeon_id));
      show({ answer: null, can_undo: done.length > 0 });
    },
    dismiss: () => show({ answer: null }),
    async settle(event_id) {
      const settled = view.refused.find(({ event }) => event.id === event_id);
      if (!settled) return;
      await write(database!, ['refused'], (store) => store('refused').delete([flight_id, settled.event.n]));
      show({ refused: view.refused.filter((one) => one !== settled) });
    },
    sync,
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener('online', whenOnline);
      release?.();
      database?.close();
    },
  };
}
