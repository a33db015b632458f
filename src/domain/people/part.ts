/** What somebody can be to a season: a customer by their teams, or something by their rights in its loft. */
export const parts = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons', 'customer'] as const;
