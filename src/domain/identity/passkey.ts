/** What a browser sends when a key was used or made: the JSON of WebAuthn (level 3, 5.1), no larger than it has to be. */
import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';

const bytes = z.string().max(16_384);

const key = z.object({
  id: bytes.min(1),
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

/** A key that was used. */
export const passkeyAnswer = key.extend({
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A key that was made. */
export const newPasskeyAnswer = key.extend({
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>;

/**
 * Reads what a form's hidden field carries.
 * @throws Refusal `passkey_refused`
 */
export function readAnswer<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Refusal('passkey_refused');
  }
}
