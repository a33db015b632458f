/** How a basketing list can be narrowed: to nothing, to the birds that are home, to those that are not. */
export const basketingStates = ['', 'home', 'out'] as const;
export type BasketingState = (typeof basketingStates)[number];
