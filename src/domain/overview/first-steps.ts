/** The first steps of a new loft, in the order of the work; whether one is done follows from what is there. */
export const firstSteps = [
  'place',
  'contract',
  'brand',
  'season',
  'due_dates',
  'products',
  'rulebook',
  'payment',
  'team',
  'opening',
] as const;
export type FirstStep = (typeof firstSteps)[number];
