/** What a reader may send to `/live`. */
import { z } from 'zod';
import type { Wish } from './protocol.ts';

const message = z.union([
  z.strictObject({
    subscribe: z.string().regex(/^flight:[1-9]\d{0,15}$/),
    epoch: z.int().optional(),
    after: z.int().min(0).default(0),
  }),
  z.strictObject({ unsubscribe: z.string().max(32) }),
]);

/** @throws Error for a text that is no such message */
export const parseMessage = (text: string): Wish => message.parse(JSON.parse(text));
