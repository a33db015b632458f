/** A payment in the sandbox for cards, and the delivery of its event to the site. */

/** How the sandbox delivers the event of a payment; each of these happens with a real provider. */
export const deliveryModes = ['at_once', 'late', 'lost', 'twice'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

export interface Session {
  id: string;
  key: string;
  title: string;
  amount: number;
  currency: string;
  locale: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  intent: string | null;
  created: number;
  expires_at: number;
  success_url: string;
  cancel_url: string;
}
