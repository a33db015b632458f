/** What can be starred, and how much of it. */
export const favoriteKinds = ['lofts', 'teams', 'pigeons', 'flights'] as const;
export type FavoriteKind = (typeof favoriteKinds)[number];

/** So many a person may have; more is nobody's own list. */
export const mostFavorites = 5000;
/** So many changes go in one call. */
export const mostChanges = 500;
/** So many of each kind stand on a page. */
export const favoritesPerPage = 50;
