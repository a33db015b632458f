/** The call by which browsers report errors (8.4). */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { longest, reportPath } from './report.ts';

export const reportError = contract({
  name: 'reportError',
  summary: 'Report an error in a browser; logged once, however often it is reported',
  method: 'POST',
  path: reportPath,
  access: 'site.read',
  body: z.object({
    name: z.string().max(longest.name),
    message: z.string().max(longest.message),
    stack: z.string().max(longest.stack),
    /** The page, without its query. */
    path: z.string().max(longest.path),
    /** The id of the request that loaded the page. */
    request_id: z.string().max(longest.request_id),
  }),
  reply: z.object({}),
});
