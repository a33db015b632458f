/** The port to the card provider. A request without a reply may have been carried out: its result is unknown. */
import type { PaymentPageRequest } from '#domain/payments/by-card.ts';
import type { RefundReport } from '#domain/payments/refund.ts';
import type { PaymentResult } from '#domain/payments/settle.ts';

/** The state of a page at the provider. */
export interface ProviderPayment {
  session: string;
  /** The key of the payment it was opened for; null: not one of this program. */
  key: string | null;
  url: string | null;
  /** The id of the charge, needed for a refund. */
  intent: string | null;
  result: PaymentResult;
  amount_cents: number;
}

export interface CardEvent {
  id: string;
  type: string;
  /** The page, refund, account or transfer concerned, if any. */
  about: { subject: 'session' | 'refund' | 'account' | 'transfer'; id: string } | null;
}

/** The state of a refund at the provider. */
export interface ProviderRefund {
  id: string;
  /** The id of the refunded charge; null: not one of this program. */
  intent: string | null;
  result: RefundReport;
  amount_cents: number;
}

export interface Cards {
  /** Opens the page of a payment, or finds the one opened under this key; null: it can never be opened. */
  open(key: string, asked: PaymentPageRequest): Promise<ProviderPayment | null>;
  /** Null: the provider knows no such page. */
  read(session: string): Promise<ProviderPayment | null>;
  /** Closes an unpaid page. */
  close(session: string): Promise<ProviderPayment>;
  /** Searches the page opened for a payment since this instant. */
  find(key: string, since_ms: number): Promise<ProviderPayment | null>;
  /** Refunds a charge, once for the same key. Null: refused. */
  sendRefund(refund: { key: string; intent: string }): Promise<ProviderRefund | null>;
  /** Null: the provider knows no such refund. */
  readRefund(id: string): Promise<ProviderRefund | null>;
  /** Searches the refund of a charge that was not refused; null: there is none. */
  findRefund(intent: string): Promise<ProviderRefund | null>;
  /** The verified event of a webhook request. @throws Refusal `bad_signature`. */
  eventIn(raw: Buffer, signature: string): CardEvent;
}
