/** Browsers tell what broke in them (8.4). */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { longest, reportPath } from './report.ts';

export const reportError = contract({
  name: 'reportError',
  summary: 'Tell what broke in a browser; written into the log once, however often it is told',
  method: 'POST',
  path: reportPath,
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
