/** The minimum number of characters of a password (5.12); apart from the schemas, so that a page can say it without them. */
export const shortestPassword = 8;
