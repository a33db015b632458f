/** A payment in the sandbox for cards, and how the site is told of it. */

/** How the sandbox tells the site of a payment; each happens with a real provider. */
export const tellings = ['at_once', 'late', 'lost', 'twice'] as const;
export type Telling = (typeof tellings)[number];

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
