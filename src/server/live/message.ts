/** What a reader may send to `/live`. */
import { z } from 'zod';

const message = z.union([
  z.strictObject({
    subscribe: z.string().regex(/^flight:[1-9]\d{0,15}$/),
    epoch: z.int().optional(),
    after: z.int().min(0).default(0),
  }),
  z.strictObject({ unsubscribe: z.string().max(32) }),
]);

export function parseMessage(text: string) {
  return message.safeParse(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
