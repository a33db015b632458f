/** The directions that a person can tell without an instrument, clockwise from north. */
export const windDirections = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type WindDirection = (typeof windDirections)[number];
