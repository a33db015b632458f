/** The JSON of WebAuthn (level 3, 5.1) that a browser sends when a passkey was used or created, limited in size. */
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

/** A passkey that was used. */
export const passkeyAnswer = key.extend({
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A passkey that was created. */
export const newPasskeyAnswer = key.extend({
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>;

/**
 * Reads the JSON in a form's hidden field.
 * @throws Refusal `passkey_refused`
 */
export function readAnswer<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Refusal('passkey_refused');
  }
}
