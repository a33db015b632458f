/** What a reader lets the site keep in their browser beyond what it needs; whoever says nothing has let nothing. */
export const consents = ['needed', 'all'] as const;
export type Consent = (typeof consents)[number];

/** What was chosen, as the cookie tells it; undefined: nothing yet. */
export function consentFrom(told: unknown): Consent | undefined {
  return consents.find((one) => one === told);
}
