/** Where a loft is looked over by its merchant (2.14). */
export const overviewPath = (loft_id: number) => `/overview/${loft_id}`;
