/** What a reader lets the site store in the browser beyond what it needs; without a choice nothing. */
export const consents = ['needed', 'all'] as const;
export type Consent = (typeof consents)[number];

/** The choice in the cookie; undefined: none yet. */
export function consentFrom(cookie: unknown): Consent | undefined {
  return consents.find((one) => one === cookie);
}
