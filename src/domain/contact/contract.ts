/** The call that writes to the operator of the site (2.2). */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { email, requiredText } from '#domain/validation.ts';

/** The fields of the form. */
export const contactForm = z.strictObject({
  name: requiredText({ max: 128 }),
  email: email(),
  message: requiredText({ max: 4000 }),
});

export const writeContact = contract({
  name: 'writeContact',
  summary:
    'Write to the operator of the site; refused as `too_often` when one network, one person or all together write too much',
  method: 'POST',
  path: '/api/contact',
  access: 'contact.write',
  body: contactForm.extend({ locale: z.enum(locales) }),
  reply: z.object({}),
});
