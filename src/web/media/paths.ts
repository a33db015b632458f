/** Where the pictures of a loft are looked after. */
export const mediaPath = (loft_id: number) => `/admin/lofts/${loft_id}/media`;
