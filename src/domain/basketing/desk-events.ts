/**
 * The events of a basketing desk. Each has an id made on the device, and a list of them leads from one state of the
 * basketing to the next by a pure function: without a network a desk decides by it, afterwards the server does.
 */
import type { FlightEntry } from '#domain/flights/flight.ts';
import { Refusal } from '#domain/refusal.ts';
import { type DeskCrates, type Slots, slotKey, whyNotPlace } from './crates.ts';
import { alreadyIn, type DeskBird, type Standing, whyNotIn } from './desk-bird.ts';

export const deskEventKinds = ['in', 'out', 'move', 'hold', 'present', 'clear'] as const;
export type DeskEventKind = (typeof deskEventKinds)[number];

interface Common {
  /** Made on the device; an event that is sent again keeps it. */
  id: string;
  /** The place in the desk's own count, from 1. */
  n: number;
  pigeon_id: number;
  /** The time of the device. */
  at: string;
  /** The id of the event that this one undoes. */
  undoes: string | null;
}

/** What a desk did with a bird. */
export type DeskEventAct =
  /**
   * `chip`: as it was read when the bird went in; null where it was not. `reason`: why it went in although it was out at
   * another flight.
   */
  | { kind: 'in'; crate: number; number: number; chip: string | null; reason?: string | null }
  /** Out of its crate: present again. */
  | { kind: 'out' }
  | { kind: 'move'; crate: number; number: number }
  | { kind: 'hold'; reason: string }
  /** Seen at the loft; a bird that was held back is no longer. */
  | { kind: 'present'; later: boolean }
  /** Seen by mistake. */
  | { kind: 'clear' };

export type DeskEvent = Common & DeskEventAct;

/** Who stands where at a flight. */
export interface Basketing {
  standings: ReadonlyMap<number, Standing>;
  slots: Slots;
}

/** What the decision on an event needs beside the state. */
export interface DeskFacts {
  entry: FlightEntry;
  crate_size: number;
  /** Null for a bird that is not of the season. */
  bird(pigeon_id: number): DeskBird | null;
}

/** The state of a flight whose birds stand like this. */
export function basketingOf(standings: Iterable<readonly [number, Standing]>): Basketing {
  const known = new Map(standings);
  const slots = new Map<string, number>();
  for (const [pigeon_id, standing] of known) {
    const slot = slotOf(standing);
    if (slot) slots.set(slot, pigeon_id);
  }
  return { standings: known, slots };
}

function slotOf(standing: Standing | undefined): string | null {
  if (standing?.list !== 'basketed' || standing.crate === null || standing.number === null) return null;
  return slotKey(standing.crate, standing.number);
}

/** Why an event of a desk cannot happen now, or null. */
export function whyNotEvent(
  { standings, slots }: Basketing,
  event: DeskEvent,
  desk: DeskCrates,
  facts: DeskFacts,
): Refusal | null {
  const bird = facts.bird(event.pigeon_id);
  const standing = standings.get(event.pigeon_id);
  if (event.kind === 'in') {
    const text = event.chip ?? bird?.ring ?? '';
    const no = whyNotIn({ text, bird, chip: event.chip, standing, reason: event.reason }, facts.entry);
    return no ?? whyNotPlace(slots, event, desk, facts.crate_size);
  }
  if (!bird) return new Refusal('basket_unknown', { scanned: '' });
  if (event.kind === 'out' || event.kind === 'move') {
    if (standing?.list !== 'basketed') return new Refusal('basket_not_in', { ring: bird.ring });
    return event.kind === 'out' ? null : whyNotPlace(slots, event, desk, facts.crate_size);
  }
  return standing?.list === 'basketed' ? alreadyIn(bird.ring, standing) : null;
}

/** The standing of a bird after an event, which a bird that is moved had before too. */
export function standingAfter(event: DeskEventAct, before?: Standing): Standing | undefined {
  switch (event.kind) {
    case 'in':
      return basketed(event, event.reason);
    case 'move':
      return basketed(event, before?.list === 'basketed' ? before.reason : null);
    case 'out':
      return { list: 'present', later: false };
    case 'hold':
      return { list: 'held_back', reason: event.reason };
    case 'present':
      return { list: 'present', later: event.later };
    case 'clear':
      return undefined;
  }
}

function basketed({ crate, number }: { crate: number; number: number }, reason?: string | null): Standing {
  return { list: 'basketed', crate, number, ...(reason && { reason }) };
}

/** The state after events that were decided before. */
export function applyDecided(state: Basketing, events: readonly DeskEvent[]): Basketing {
  if (!events.length) return state;
  const standings = new Map(state.standings);
  const slots = new Map(state.slots);
  for (const event of events) put(standings, slots, event);
  return { standings, slots };
}

function put(standings: Map<number, Standing>, slots: Map<string, number>, event: DeskEvent): void {
  const stood = standings.get(event.pigeon_id);
  const before = slotOf(stood);
  if (before && slots.get(before) === event.pigeon_id) slots.delete(before);
  const after = standingAfter(event, stood);
  if (after) standings.set(event.pigeon_id, after);
  else standings.delete(event.pigeon_id);
  const slot = slotOf(after);
  if (slot) slots.set(slot, event.pigeon_id);
}

/** Events with what was decided on each, and the state they lead to. */
export interface Decided {
  state: Basketing;
  /** In the order of the events; null: accepted. */
  refusals: readonly (Refusal | null)[];
}

/** Decides events one after the other: a refused one changes nothing. */
export function decideEvents(
  state: Basketing,
  events: readonly DeskEvent[],
  desk: DeskCrates,
  facts: DeskFacts,
): Decided {
  const standings = new Map(state.standings);
  const slots = new Map(state.slots);
  const refusals = events.map((event) => {
    const no = whyNotEvent({ standings, slots }, event, desk, facts);
    if (!no) put(standings, slots, event);
    return no;
  });
  return { state: { standings, slots }, refusals };
}

/** What takes an event back, for a bird that stood like this before it. */
export function undoOf(event: DeskEvent, before: Standing | undefined): DeskEventAct {
  if (!before) return event.kind === 'in' ? { kind: 'out' } : { kind: 'clear' };
  switch (before.list) {
    case 'basketed': {
      if (before.crate === null || before.number === null) return { kind: 'out' };
      const place = { crate: before.crate, number: before.number };
      if (event.kind === 'move') return { kind: 'move', ...place };
      return { kind: 'in', ...place, chip: null, ...(before.reason && { reason: before.reason }) };
    }
    case 'held_back':
      return { kind: 'hold', reason: before.reason };
    case 'present':
      return event.kind === 'in' ? { kind: 'out' } : { kind: 'present', later: before.later };
  }
}
