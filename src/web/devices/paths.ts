/** The admin addresses of a loft's devices. */
export const devicesPath = (loft_id: number) => `/admin/lofts/${loft_id}/devices`;
export const devicePath = (loft_id: number, device_id: number) => `${devicesPath(loft_id)}/${device_id}`;
