/** Path of the admin page of a loft's pictures. */
export const mediaPath = (loft_id: number) => `/admin/lofts/${loft_id}/media`;
