/** Sends what waits at a desk whenever there is a network, and takes what the server and the other desks decided. */
import { type DeskReply, mostEvents } from '#domain/basketing/desk-contract.ts';
import { applyDecided, type DeskEvent } from '#domain/basketing/desk-events.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { keepPhotos } from './desk-photos.ts';
import type { DeskState } from './desk-state.ts';
import type { DeskStorage } from './desk-storage.ts';
import type { DeskCalls } from './desk-view.ts';

/** Between two looks at the server: without anything to send, without a network, and with something to send, ms. */
const idle_ms = 15_000;
const retry_ms = 4000;
const soon_ms = 250;
/** Between two readings of the whole data, ms. */
const renew_ms = 300_000;

export interface DeskSync {
  /** Exchanges at once; ends when the server has answered or there is no network. */
  now(): Promise<void>;
  /** Exchanges in a moment: a quick hand fills one message. */
  soon(): void;
  /** Asks the server to be another desk. */
  takeOver(desk: number): Promise<void>;
  close(): void;
}

/** Starts the exchange of a desk with the server. */
export function syncDesk(desk: DeskState, storage: DeskStorage, calls: DeskCalls, now: () => number): DeskSync {
  let renewed_ms = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due_ms = 0;
  let running: Promise<void> | null = null;
  let closed = false;
  let wanted: number | null = null;

  function wake(after_ms: number): void {
    clearTimeout(timer);
    due_ms = performance.now() + after_ms;
    if (!closed) timer = setTimeout(() => void sync(), after_ms);
  }

  function sync(): Promise<void> {
    running ??= exchange().finally(() => {
      running = null;
      const isOnline = desk.view.contact === 'online';
      wake(!isOnline ? retry_ms : desk.queue.length ? soon_ms : idle_ms);
    });
    return running;
  }

  async function exchange(): Promise<void> {
    try {
      const isFirst = desk.own === null;
      const sent = desk.queue.slice(0, mostEvents);
      const since = desk.data ? desk.kept.seq : 0;
      const instead_of = wanted;
      wanted = null;
      const { device } = desk.kept;
      const reply = await calls.send({ device, since, ...(instead_of !== null && { instead_of }), events: sent });
      await take(reply, sent);
      if (isFirst || !desk.data || reply.events === null || now() - renewed_ms > renew_ms) await renew();
    } catch (error) {
      await meet(error);
    }
  }

  async function take(reply: DeskReply, sent: readonly DeskEvent[]): Promise<void> {
    const { desk: number, blocks, received, status, seq } = reply;
    const no = new Map(reply.answers.flatMap(({ id, refusal }) => (refusal ? [[id, refusal] as const] : [])));
    const refused = sent.flatMap((event) => {
      const refusal = no.get(event.id);
      return refusal ? [{ event, refusal }] : [];
    });
    // Without data there is nothing to add to: it is read whole.
    const decided = (desk.data && reply.events) ?? [];
    desk.base = applyDecided(desk.base, decided);
    if (desk.data) desk.data = { ...desk.data, flight: { ...desk.data.flight, status } };
    desk.kept = {
      ...desk.kept,
      own: { desk: number, blocks, received },
      synced_ms: now(),
      status,
      seq: desk.data && reply.events ? seq : desk.kept.seq,
    };
    const ids = new Set(sent.map(({ id }) => id));
    desk.queue = desk.queue.filter(({ id }) => !ids.has(id));
    desk.last_n = Math.max(desk.last_n, received);
    desk.decideAnew();
    await storage.take({ kept: desk.kept, sent, decided, refused });
    const change = {
      contact: 'online',
      away_ms: null,
      others: desk.othersIn(reply),
      refused: [...desk.view.refused, ...refused],
    } as const;
    const shown = desk.view.answer;
    const taken = refused.find(({ event }) => shown?.kind === 'in' && shown.bird.pigeon_id === event.pigeon_id);
    if (!taken || shown?.kind !== 'in') return desk.show(change);
    const refusal = new Refusal(taken.refusal.code, taken.refusal.params);
    desk.answer({ kind: 'no', bird: shown.bird, refusal, text: '' }, change);
  }

  async function renew(): Promise<void> {
    const data = await calls.read();
    desk.hold(data);
    desk.kept = { ...desk.kept, seq: data.seq, status: data.flight.status };
    desk.decideAnew();
    renewed_ms = now();
    await storage.renew(data, desk.kept);
    desk.show({ phase: 'ready', others: desk.othersIn(data) });
    void keepPhotos(data.birds.flatMap(({ photo }) => photo ?? []));
  }

  async function meet(error: unknown): Promise<void> {
    const code = isRefusal(error) ? error.code : null;
    if (code === 'not_found') return desk.show({ phase: 'not_found' });
    if (isRefusal(error) && code === 'basketing_events_missing') {
      // The server was restored from an older state: what waits is counted from there.
      let n = Number(error.params.from);
      desk.queue = desk.queue.map((event) => ({ ...event, n: n++ }));
      desk.last_n = n - 1;
      return storage.replaceWaiting(desk.queue);
    }
    const contact =
      code === 'sign_in_first' || code === 'forbidden'
        ? 'signed_out'
        : code === 'basketing_not_open'
          ? 'closed'
          : 'offline';
    const phase = desk.data ? desk.view.phase : 'no_data';
    desk.show({ contact, away_ms: desk.view.away_ms ?? now(), phase });
  }

  return {
    now: sync,
    soon() {
      // A hand that never rests does not put it off.
      if (!running && performance.now() + soon_ms < due_ms) wake(soon_ms);
    },
    async takeOver(other) {
      await running;
      wanted = other;
      await sync();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
