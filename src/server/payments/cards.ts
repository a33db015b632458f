/** What this program asks of whoever takes cards. A provider that does not answer has done it, or not: nobody knows. */
import type { Asked } from '#domain/payments/by-card.ts';
import type { RefundSaid } from '#domain/payments/refund.ts';
import type { Said } from '#domain/payments/settle.ts';

/** What the provider knows of a page. */
export interface Reading {
  session: string;
  /** The key of the payment it was opened for; null: not one of ours. */
  key: string | null;
  url: string | null;
  /** By what the charge is called when it is to be given back. */
  intent: string | null;
  said: Said;
  amount_cents: number;
}

export interface CardEvent {
  id: string;
  type: string;
  /** The page or the refund that it is about, if it is about one. */
  about: { subject: 'session' | 'refund'; id: string } | null;
}

/** What the provider knows of a refund. */
export interface RefundReading {
  id: string;
  /** By what the charge is called that it gives back; null: by nothing of ours. */
  intent: string | null;
  said: RefundSaid;
  amount_cents: number;
}

export interface Cards {
  /** Opens the page of a payment, or finds the one that was opened under this key; null: it will never be opened. */
  open(key: string, asked: Asked): Promise<Reading | null>;
  /** Null: the provider knows no such page. */
  read(session: string): Promise<Reading | null>;
  /** Closes a page on which nobody has paid yet. */
  close(session: string): Promise<Reading>;
  /** Looks for the page that was opened for a payment since then. */
  find(key: string, since_ms: number): Promise<Reading | null>;
  /** Gives a charge back; under the same key once only. Null: it refused. */
  giveBack(refund: { key: string; intent: string }): Promise<RefundReading | null>;
  /** Null: the provider knows no such refund. */
  readRefund(id: string): Promise<RefundReading | null>;
  /** Looks for the refund of a charge that was not refused; null: there is none. */
  findRefund(intent: string): Promise<RefundReading | null>;
  /** What the provider tells, when it is the provider. @throws Refusal `bad_signature`. */
  eventIn(raw: Buffer, signature: string): CardEvent;
}
