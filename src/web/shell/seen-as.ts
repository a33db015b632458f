/** Where a form leads that ends seeing the site as another person. */
export const endPath = '/see-as/end';
