/**
 * A basketing desk on its device: it decides on each scan by the rules of the domain, and writes each event down before
 * it is shown.
 */
import { freeNumber, nextCrate, ownsCrate } from '#domain/basketing/crates.ts';
import { whyNotIn } from '#domain/basketing/desk-bird.ts';
import type { ShownBird } from '#domain/basketing/desk-contract.ts';
import { applyDecided, type DeskEvent, type DeskEventAct, undoOf, whyNotEvent } from '#domain/basketing/desk-events.ts';
import { findBirds } from '#domain/pigeons/find-bird.ts';
import { latinDigits } from '#domain/pigeons/ring.ts';
import { Refusal } from '#domain/refusal.ts';
import { createDeskState, keptAfter } from './desk-state.ts';
import { type DeskStorage, openStorage } from './desk-storage.ts';
import { type DeskSync, syncDesk } from './desk-sync.ts';
import type { Desk, DeskCalls } from './desk-view.ts';

/** A list of more birds is not offered: more digits are asked for. */
const mostOffered = 8;
/** A window that is being closed gives the desk back in this time. */
const mostLock_ms = 800;

/**
 * Opens the desk of this device at a flight.
 * @param now the clock of the device, epoch ms
 */
export function openDesk(flight_id: number, calls: DeskCalls, now: () => number = Date.now): Desk {
  const desk = createDeskState();
  let storage: DeskStorage | undefined;
  let sync: DeskSync | undefined;
  let closed = false;
  let release: (() => void) | undefined;

  const birdOf = (pigeon_id: number) => desk.birds.get(pigeon_id)!;
  const refuse = (bird: ShownBird | null, refusal: Refusal, text = '') =>
    desk.answer({ kind: 'no', bird, refusal, text });

  /**
   * Decides on what the desk does with a bird and writes it down. What follows from it is shown with the answer.
   * @returns null: it was refused, and the refusal is shown
   */
  async function record(pigeon_id: number, act: DeskEventAct, undoes: string | null = null): Promise<DeskEvent | null> {
    const at = new Date(now()).toISOString();
    const event: DeskEvent = { id: crypto.randomUUID(), n: desk.last_n + 1, pigeon_id, at, undoes, ...act };
    const before = desk.basketing.standings.get(pigeon_id);
    const refusal = whyNotEvent(desk.basketing, event, desk.own!, desk.facts());
    if (refusal) {
      refuse(desk.birds.get(pigeon_id) ?? null, refusal);
      return null;
    }
    const written = storage!.addWaiting(event);
    // The next scan, which may come while this one is being written, starts from here.
    desk.last_n = event.n;
    desk.queue = [...desk.queue, event];
    desk.basketing = applyDecided(desk.basketing, [event]);
    desk.kept = keptAfter(desk.kept, event);
    try {
      await written;
    } catch {
      // What could not be written down is not shown as in, unless the server has it already.
      if (desk.queue.some(({ id }) => id === event.id)) return takeBack(event);
    }
    // A refused bird is marked by itself, not by a touch.
    if (undoes === null && !(act.kind === 'present' && act.later)) desk.done.push({ event, before });
    sync!.soon();
    return event;
  }

  /** Takes back an event that is not on the disk; what is sent later is counted anew. */
  function takeBack(event: DeskEvent): null {
    desk.queue = desk.queue.filter(({ id }) => id !== event.id);
    desk.decideAnew();
    const bird = desk.birds.get(event.pigeon_id) ?? null;
    refuse(bird, new Refusal('basket_not_kept', { ring: bird?.ring ?? '' }));
    return null;
  }

  /** The place for the next bird: in the open crate, or in the next one when that is full. */
  function nextPlace(): { crate: number; number: number } {
    const { crate_size } = desk.data!;
    const { slots } = desk.basketing;
    const open = desk.kept.crate ?? nextCrate(slots, desk.own!, crate_size);
    const number = freeNumber(slots, open, crate_size);
    if (number !== null) return { crate: open, number };
    return { crate: nextCrate(slots, desk.own!, crate_size, open), number: 1 };
  }

  async function takeIn(
    bird: ShownBird | null,
    text: string,
    chip: string | null,
    as: 'in' | 'present',
    reason: string | null = null,
  ) {
    const { entry, status } = desk.data!.flight;
    if (!bird) {
      const { birds: found, isSure } = findBirds(desk.elsewhere, text);
      const foreign = isSure && found.length === 1 ? found[0]! : null;
      return refuse(null, whyNotIn({ text, bird, elsewhere: foreign, chip, standing: undefined }, entry)!, text);
    }
    const { pigeon_id } = bird;
    const standing = desk.basketing.standings.get(pigeon_id);
    if (as === 'present') {
      if (!standing && !(await record(pigeon_id, { kind: 'present', later: false }))) return;
      return desk.answer({ kind: 'counted', bird });
    }
    const refusal =
      status === 'basketing'
        ? whyNotIn({ text, bird, chip, standing, reason }, entry)
        : new Refusal('basketing_not_open', { status });
    if (refusal) {
      // It was in the hand: it is present, and to be decided later until somebody does.
      if (!standing || (standing.list === 'present' && !standing.later))
        await record(pigeon_id, { kind: 'present', later: true });
      return refuse(bird, refusal, text);
    }
    const place = nextPlace();
    const event = await record(pigeon_id, { kind: 'in', ...place, chip, reason });
    if (!event) return;
    // The server may have answered already.
    const no = desk.view.refused.find((one) => one.event.id === event.id)?.refusal;
    if (no) return refuse(bird, new Refusal(no.code, no.params), text);
    desk.answer({ kind: 'in', bird, ...place, chip });
  }

  async function setCrate(crate: number): Promise<void> {
    if (desk.kept.crate === crate) return;
    desk.kept = { ...desk.kept, crate };
    desk.show();
    await storage!.keep(desk.kept);
  }

  /** One window of the device has the desk; another one waits until it is closed. False: this one was closed first. */
  async function lockDesk(): Promise<boolean> {
    if (!('locks' in navigator)) return !closed;
    const late = setTimeout(() => desk.show({ phase: 'elsewhere' }), mostLock_ms);
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
    storage = await openStorage(flight_id);
    const found = await storage.found();
    desk.load(found);
    await storage.keep(desk.kept);
    // Without this a browser that runs out of room may remove what waits.
    void navigator.storage?.persist?.();
    sync = syncDesk(desk, storage, calls, now);
    const { data, own } = desk;
    desk.show({
      phase: data && own ? 'ready' : 'loading',
      others: data ? desk.othersIn(data) : [],
      refused: found.refused,
    });
    if (closed) return close();
    await sync.now();
  }

  function close(): void {
    closed = true;
    removeEventListener('online', whenOnline);
    sync?.close();
    release?.();
    storage?.close();
  }

  const whenOnline = () => void sync?.now();
  addEventListener('online', whenOnline);
  void start();

  return {
    view: () => desk.view,
    listen: (changed) => desk.listen(changed),
    async scan(whole, as = 'in', digits = '') {
      const isTyped = digits !== '' && whole !== digits && whole.endsWith(digits);
      const isWhole = !isTyped || findBirds(desk.index, whole).birds.length > 0;
      const text = isWhole ? whole : whole.slice(0, -digits.length);
      if (!text.trim() || desk.view.phase !== 'ready') return;
      if (/^\d$/.test(latinDigits(text.trim()))) return desk.answer({ kind: 'which', birds: [], text, found: 0 });
      const { birds, isSure, chip } = findBirds(desk.index, text);
      if (birds.length > 1 || (birds.length === 1 && !isSure))
        return desk.answer({
          kind: 'which',
          birds: birds.length > mostOffered ? [] : birds,
          text,
          found: birds.length,
        });
      await takeIn(birds[0] ?? null, text, chip, as);
    },
    async choose(pigeon_id, as = 'in') {
      const bird = birdOf(pigeon_id);
      await takeIn(bird, bird.ring, null, as);
    },
    async takeOut(pigeon_id) {
      if (await record(pigeon_id, { kind: 'out' })) desk.answer({ kind: 'out', bird: birdOf(pigeon_id) });
    },
    async holdBack(pigeon_id, reason) {
      if (await record(pigeon_id, { kind: 'hold', reason })) desk.answer({ kind: 'held', bird: birdOf(pigeon_id) });
    },
    async letFly(pigeon_id) {
      const bird = birdOf(pigeon_id);
      if (await record(pigeon_id, { kind: 'present', later: false })) await takeIn(bird, bird.ring, null, 'in');
    },
    async cameHome(pigeon_id, text, reason) {
      await takeIn(birdOf(pigeon_id), text, findBirds(desk.index, text).chip, 'in', reason);
    },
    async move(pigeon_id, crate) {
      const { crate_size: size } = desk.data!;
      const number = freeNumber(desk.basketing.slots, crate, size);
      const bird = birdOf(pigeon_id);
      if (number === null) return refuse(bird, new Refusal('basket_crate_full', { crate, size }));
      if (await record(pigeon_id, { kind: 'move', crate, number }))
        desk.answer({ kind: 'in', bird, crate, number, chip: null });
    },
    async openCrate(crate) {
      if (desk.own && ownsCrate(desk.own, crate)) await setCrate(crate);
    },
    async nextCrate() {
      const { own, data, kept, basketing } = desk;
      if (own && data) await setCrate(nextCrate(basketing.slots, own, data.crate_size, kept.crate ?? 0));
    },
    async undo() {
      const last = desk.done.pop();
      if (!last) return;
      const { event, before } = last;
      if (await record(event.pigeon_id, undoOf(event, before), event.id))
        desk.answer({ kind: 'undone', bird: birdOf(event.pigeon_id) });
    },
    dismiss: () => desk.show({ answer: null }),
    async settle(event_id) {
      const settled = desk.view.refused.find(({ event }) => event.id === event_id);
      if (!settled) return;
      await storage!.settle(settled);
      desk.show({ refused: desk.view.refused.filter((one) => one !== settled) });
    },
    takeOver: async (left) => sync?.takeOver(left),
    sync: async () => sync?.now(),
    close,
  };
}
