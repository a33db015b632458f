/** The fields of the identity provider's forms (5.8, 5.10–5.12). */
import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { confirmed, email, password, requiredText, text } from '#domain/validation.ts';

/** A password or code that is entered as a proof: it is compared, not checked by the rules for a new one. */
const given = requiredText({ max: 256 });

export const signInForm = z.object({ email: requiredText({ max: 256 }), password: given });

export const registerForm = confirmed(
  z.object({
    first_name: requiredText({ max: 64 }),
    last_name: requiredText({ max: 64 }),
    email: email(),
    password: password(),
    password_again: z.string(),
  }),
  'password',
  'password_again',
);

export const emailForm = z.object({ email: email() });
export const codeForm = z.object({ code: requiredText({ max: 64 }) });
export const proofForm = z.object({ old_password: given });
/** The name of a passkey, chosen by its owner. */
export const passkeyForm = z.object({ name: requiredText({ max: 64 }) });
export const phoneForm = z.object({ phone: requiredText({ max: 32 }) });

export const newPasswordForm = confirmed(
  z.object({ password: password(), password_again: z.string() }),
  'password',
  'password_again',
);

/** Name and address of a person. */
export const profileForm = z.object({
  first_name: requiredText({ max: 64 }),
  last_name: requiredText({ max: 64 }),
  street: text({ max: 128 }),
  zipcode: text({ max: 32 }),
  city: text({ max: 128 }),
  country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]),
  language: z.enum(locales),
});
