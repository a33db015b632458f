/** What a basketing desk shows, and what can be done at it. */
import type { DeskData, DeskReply, EventAnswer, OtherDesk, ShownBird } from '#domain/basketing/desk-contract.ts';
import type { Basketing, DeskEvent } from '#domain/basketing/desk-events.ts';
import type { Refusal } from '#domain/refusal.ts';

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
  | { kind: 'out' | 'held' | 'counted' | 'undone'; bird: ShownBird };

export type DeskContact = 'online' | 'offline' | 'signed_out' | 'closed';

/** This desk as the server knows it: its number, its crates, and how much of its count has arrived. */
export interface OwnDesk {
  desk: number;
  blocks: number[];
  received: number;
}

/** What the page shows; a new object after each change. */
export interface DeskView {
  phase: 'loading' | 'ready' | 'no_data' | 'elsewhere' | 'not_found';
  data: DeskData | null;
  birds: ReadonlyMap<number, ShownBird>;
  state: Basketing;
  own: OwnDesk | null;
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
  send(body: { device: string; since: number; instead_of?: number; events: DeskEvent[] }): Promise<DeskReply>;
}

export interface Desk {
  view(): DeskView;
  listen(changed: () => void): () => void;
  /**
   * A scanned or typed text. `digits` of an earlier one stand at its end, where more of them were asked for: they are
   * left away from a ring that was typed whole before them.
   */
  scan(text: string, as?: 'in' | 'present', digits?: string): Promise<void>;
  /** One of several birds that end with the same digits. */
  choose(pigeon_id: number, as?: 'in' | 'present'): Promise<void>;
  takeOut(pigeon_id: number): Promise<void>;
  holdBack(pigeon_id: number, reason: string): Promise<void>;
  /** A bird that was held back flies after all. */
  letFly(pigeon_id: number): Promise<void>;
  /** A bird that is still out at another flight is in the hand: it came home unread, and goes in. */
  cameHome(pigeon_id: number, text: string, reason: string): Promise<void>;
  move(pigeon_id: number, crate: number): Promise<void>;
  openCrate(crate: number): Promise<void>;
  nextCrate(): Promise<void>;
  undo(): Promise<void>;
  dismiss(): void;
  settle(event_id: string): Promise<void>;
  /** Goes on at an empty desk that this person left, in place of this one. */
  takeOver(desk: number): Promise<void>;
  sync(): Promise<void>;
  close(): void;
}
