/** The addresses under which a loft and a season are administered. */
export const loftAdminPath = (loft_id: number) => `/admin/lofts/${loft_id}`;
export const seasonAdminPath = (season_id: number) => `/admin/seasons/${season_id}`;
