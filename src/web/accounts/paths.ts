/** Where lofts are looked after. */
export const permissionsPath = (loft_id: number) => `/admin/lofts/${loft_id}/permissions`;
