/** The fields of the identity provider's forms (5.8, 5.10–5.12). */
import { z } from 'zod';
import { hasPostcodes } from '#domain/countries.ts';
import { locales } from '#domain/locales.ts';
import type { FieldError } from '#domain/refusal.ts';
import { confirmed, email, password, requiredText, text } from '#domain/validation.ts';

/** A password or code that is entered as a proof: it is compared, not checked by the rules for a new one. */
const given = requiredText({ max: 256 });

export const signInForm = z.object({ email: email(), password: given });

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

const addressParts = ['street', 'zipcode', 'city'] as const;

/**
 * Name and address of a person. An address is whole or not there at all: nothing can be sent to a part of one (5.9); where
 * the country has no postcodes, it is whole without one.
 */
export const profileForm = addressParts.reduce(
  (form, part) =>
    form.refine(
      (profile) =>
        profile[part].trim() !== '' ||
        (part === 'zipcode' && !hasPostcodes(profile.country)) ||
        addressParts.every((other) => profile[other].trim() === ''),
      {
        path: [part],
        params: { code: 'error_required' } satisfies FieldError,
      },
    ),
  z.object({
    first_name: requiredText({ max: 64 }),
    last_name: requiredText({ max: 64 }),
    street: text({ max: 128 }),
    zipcode: text({ max: 32 }),
    city: text({ max: 128 }),
    country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]),
    language: z.enum(locales),
  }),
);
