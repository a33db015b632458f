/** What browsers tell of what broke in them, as far as their scripts have to know it: the contract would bring its parser along. */
export const reportPath = '/api/errors';

/** The longest that is told of an error; what is longer is cut by whoever tells it. */
export const longest = { name: 100, message: 1000, stack: 8000, path: 500, request_id: 64 } as const;
