/** The words of the rights that somebody has in a loft. */
export const rightWords = {
  is_merchant: 'rights.merchant',
  is_agent: 'rights.agent',
  is_staff: 'rights.staff',
  has_seasons: 'rights.seasons',
} as const;
