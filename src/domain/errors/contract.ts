/** Browsers tell what broke in them (8.4). */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';

/** The longest that is told of an error; what is longer is cut by whoever tells it. */
export const longest = { name: 100, message: 1000, stack: 8000, path: 500, request_id: 64 } as const;

export const reportError = contract({
  name: 'reportError',
  summary: 'Tell what broke in a browser; written into the log once, however often it is told',
  method: 'POST',
  path: '/api/errors',
  access: 'site.read',
  body: z.object({
    name: z.string().max(longest.name),
    message: z.string().max(longest.message),
    stack: z.string().max(longest.stack),
    /** The page, without what was asked of it. */
    path: z.string().max(longest.path),
    /** Of the answer that brought the page. */
    request_id: z.string().max(longest.request_id),
  }),
  reply: z.object({}),
});
