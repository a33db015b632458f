/** What happened to somebody's account. */
export const securityLogPath = (user_id: number) => `/people/${user_id}/security-log`;
/** Where lofts are looked after. */
export const permissionsPath = (loft_id: number) => `/admin/lofts/${loft_id}/permissions`;
