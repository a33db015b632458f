/** Path of an account's security log. */
export const securityLogPath = (user_id: number) => `/people/${user_id}/security-log`;
/** Path of a loft's permissions. */
export const permissionsPath = (loft_id: number) => `/admin/lofts/${loft_id}/permissions`;
