/** The filter of a basketing list: all birds, those at home, those that are out. */
export const basketingStates = ['', 'home', 'out'] as const;
export type BasketingState = (typeof basketingStates)[number];
