/** What the protocols of live sockets differ in: how a message is read, and how a frame is written. */

/** What a follower asks for; null: nothing that has an answer of its own. */
export type Wish = { subscribe: string; epoch?: number | undefined; after: number } | { unsubscribe: string } | null;

/** Why a socket is closed. */
export type Closing = 'rights' | 'restart' | 'message' | 'words' | 'topics' | 'later';

export interface Protocol {
  /** The topic of a flight, by which its channel is known. */
  topicOf(flight_id: number): string;
  /** The first frame of a socket. */
  welcome(): Buffer | null;
  /** What a message asks for, and the frame that answers it at once. @throws Error for a message that means nothing */
  read(text: string): { wish: Wish; reply?: Buffer };
  /** The frame before the rows of a flight that is followed from now on. */
  joined(topic: string): Buffer | null;
  notFound(topic: string): Buffer;
  /** The frame of a flight's rows, from the fields of its JSON. */
  rows(topic: string, fields: string): Buffer;
  /** Something about the flight other than its rows has changed. */
  changed(topic: string): Buffer;
  /** The code of a close frame. */
  closing: Readonly<Record<Closing, number>>;
}

/** The flight of a topic of either protocol. */
export const flightIn = (topic: string) => Number(/\d+$/.exec(topic)?.[0]);
