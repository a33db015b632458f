/** The path of a merchant's overview of a loft (2.14). */
export const overviewPath = (loft_id: number) => `/overview/${loft_id}`;
