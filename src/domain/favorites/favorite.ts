/** The kinds of favorites, and their limits. */
export const favoriteKinds = ['lofts', 'teams', 'pigeons', 'flights'] as const;
export type FavoriteKind = (typeof favoriteKinds)[number];

/** Maximum number of favorites of a person. */
export const mostFavorites = 5000;
/** Maximum number of changes in one call. */
export const mostChanges = 500;
/** Number of each kind on a page. */
export const favoritesPerPage = 50;
