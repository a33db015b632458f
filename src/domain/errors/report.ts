/** The path and limits of error reports for the scripts of browsers: the contract would add its parser to them. */
export const reportPath = '/api/errors';

/** Maximum lengths in a report; the sender cuts longer texts. */
export const longest = { name: 100, message: 1000, stack: 8000, path: 500, request_id: 64 } as const;
