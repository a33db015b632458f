/** The parts of a person in a season: customer by their teams, or a role by their rights in its loft. */
export const parts = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons', 'customer'] as const;
