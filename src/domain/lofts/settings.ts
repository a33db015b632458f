// The settings of a loft that its operator enters, for form and call alike.

import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import { isCountry } from '#domain/countries.ts';
import { locales } from '#domain/locales.ts';
import { currencies } from '#domain/money.ts';
import type { FieldError } from '#domain/refusal.ts';
import { boundedInteger, checked, email, requiredText, text } from '#domain/validation.ts';
import { type Axis, parseDegrees } from './place.ts';

/** A zone of the IANA list by its name. */
export function isNamedZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** A field that may be empty; a value that is entered must be valid. */
function optional(code: FieldError['code'], isRight: (value: string) => boolean, max: number) {
  return checked(text({ max }), (value) => (value === '' || isRight(value) ? [] : [{ code }]));
}

const isWebsite = (value: string) => /^https:\/\/[^\s/?#]+\.[^\s/?#.]+([/?#]\S*)?$/.test(value);

export const phone = optional(
  'error_phone',
  (value) => parsePhoneNumberFromString(value)?.isValid() === true,
  32,
).transform((value) => parsePhoneNumberFromString(value)?.number ?? '');

export const country = checked(z.string(), (value) =>
  value === '' || isCountry(value) ? [] : [{ code: 'error_country' }],
);

/** Maximum number of tags. */
const mostTags = 20;

/** Tags by which a loft is found, as a list or separated by commas; lower case, without duplicates. */
const tags = z.preprocess(
  (given) => (typeof given === 'string' ? given.split(',') : given),
  z
    .array(z.string())
    .transform((words) => [...new Set(words.flatMap((word) => word.trim().toLowerCase() || []))])
    .pipe(
      z
        .array(
          checked(text({ max: 32 }), (tag) =>
            /^[\p{L}\p{N}][\p{L}\p{N} -]*$/u.test(tag) ? [] : [{ code: 'error_tag' }],
          ),
        )
        .max(mostTags),
    ),
);

/** The settings of a new loft. */
const beginning = {
  name: requiredText({ max: 128 }),
  unit: z.enum(['km', 'mile']),
  time_zone: checked(requiredText({ max: 64 }), (name) => (isNamedZone(name) ? [] : [{ code: 'error_time_zone' }])),
  currency: z.enum(currencies),
};

/** The version that was changed; if there is a later one, the change is refused. */
const version = boundedInteger({ min: 1 });

export const loftToCreate = z.strictObject({
  ...beginning,
  country,
  /** The merchant of the loft: an admin has to name one, a merchant becomes it themselves. */
  merchant_email: email({ required: false }),
  /** The language of the invitation to a person without an account. */
  language: z.enum(locales).default('en'),
  /** Calls with the same key create the same loft, however often they are sent. */
  request_key: z.union([z.literal(''), z.uuid()]).default(''),
});
export type LoftToCreate = z.output<typeof loftToCreate>;

export const loftSettings = z.strictObject({
  ...beginning,
  email: email({ required: false }),
  phone,
  website: optional('error_website', isWebsite, 512),
  tags,
  /** Under which terms others may use its public data. */
  data_licence: text({ max: 300 }).default(''),
  /** Whether other lofts may copy due dates, products and rulebook of its latest public season. */
  shares_setup: z.union([z.boolean(), z.enum(['', 'on']).transform((box) => box === 'on')]).default(false),
  version,
});
export type LoftSettings = z.output<typeof loftSettings>;

/** The colour of a loft, `#rrggbb`; empty: none. */
export const accent = checked(z.string().trim().toLowerCase(), (value) =>
  value === '' || /^#[0-9a-f]{6}$/.test(value) ? [] : [{ code: 'error_color' }],
).transform((value) => value || null);

/** One coordinate of a place that has to have it: a number, or a text by {@link parseDegrees}. */
export function requiredDegrees(axis: Axis, code: FieldError['code']) {
  return degrees(axis, code).transform((value, context): number => {
    if (value === null) context.addIssue({ code: 'custom', input: value, params: { code: 'error_required' } });
    return value ?? Number.NaN;
  });
}

/** One coordinate of the place: a number, or a text by {@link parseDegrees}; null when it is empty. */
function degrees(axis: Axis, code: FieldError['code']) {
  return z.unknown().transform((given, context): number | null => {
    if (given === '' || given === null || given === undefined) return null;
    const text = typeof given === 'number' ? given.toFixed(7) : given;
    const value = typeof text === 'string' ? parseDegrees(text, axis) : null;
    if (value === null) context.addIssue({ code: 'custom', input: given, params: { code } });
    return value;
  });
}

export const loftAddress = z
  .strictObject({
    street: text({ max: 128 }),
    zipcode: text({ max: 32 }),
    city: text({ max: 128 }),
    country,
    latitude: degrees('latitude', 'error_latitude'),
    longitude: degrees('longitude', 'error_longitude'),
    version,
  })
  .check(({ value, issues }) => {
    if ((value.latitude === null) === (value.longitude === null)) return;
    const path = [value.latitude === null ? 'latitude' : 'longitude'];
    issues.push({ code: 'custom', input: value, path, params: { code: 'error_required' } });
  });
export type LoftAddress = z.output<typeof loftAddress>;

/** An internal note about a loft. */
export const loftNote = z.strictObject({
  text: requiredText({ max: 4000 }),
  is_pinned: z.union([z.boolean(), z.enum(['', 'on']).transform((box) => box === 'on')]),
});
export type LoftNote = z.output<typeof loftNote>;
