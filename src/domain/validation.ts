/** The common rules of fields (5.10–5.15), for forms and calls alike. An empty field of a form is an empty text. */
import { z } from 'zod';
import { shortestPassword } from '#domain/identity/password.ts';
import type { FieldError } from '#domain/refusal.ts';

/** A schema with a further rule: all its errors, each with its sentence. */
export function checked<S extends z.ZodType>(schema: S, wrong: (value: z.output<S>) => readonly FieldError[]): S {
  return schema.check(({ value, issues }) => {
    for (const error of wrong(value)) issues.push({ code: 'custom', input: value, params: { ...error } });
  }) as S;
}

interface Length {
  min?: number;
  max?: number;
}

/** Text that PostgreSQL stores: no zero, and no lone surrogate. */
const storable = /^[^\0\p{Cs}]*$/u;

/** Text that may be empty; otherwise with a minimum and maximum number of characters (5.10). */
export function text({ min = 0, max = Number.POSITIVE_INFINITY }: Length = {}) {
  return checked(z.string().regex(storable), (value) => {
    const length = Array.from(value).length;
    if (length > 0 && length < min) return [{ code: 'label_min_characters', params: { min } }];
    return length > max ? [{ code: 'label_max_characters', params: { max } }] : [];
  });
}

/** Required text; spaces alone are empty. The error of a missing text includes the minimum (5.10). */
export function requiredText({ min = 0, max }: Length = {}) {
  return checked(text({ min, ...(max === undefined ? {} : { max }) }), (value) => {
    if (value.trim() !== '') return [];
    const missing: FieldError = { code: 'error_required' };
    return value === '' && min > 1 ? [missing, { code: 'label_min_characters', params: { min } }] : [missing];
  });
}

/** A day of the calendar, written YYYY-MM-DD (5.2), within the years that a season may have. */
export function calendarDay() {
  return checked(z.string(), (value) => {
    if (value === '') return [{ code: 'error_required' }];
    const year = Number(value.slice(0, 4));
    return z.regexes.date.test(value) && year >= 1900 && year <= 2200 ? [] : [{ code: 'error_day' }];
  });
}

/** The same for a field that may be left empty. */
export function nullableDay() {
  return z.preprocess((given) => (given === '' ? null : given), calendarDay().nullable().default(null));
}

/** The longest e-mail address (5.11, 9.8). */
export const longestEmail = 128;

/** An e-mail address; with `required: false` it may be left empty (5.11). */
export function email({ required = true } = {}) {
  return checked(z.string(), (value) => {
    if (value === '') return required ? [{ code: 'error_required' }] : [];
    if (value.length > longestEmail) return [{ code: 'error_max', params: { max: longestEmail } }];
    return z.regexes.email.test(value) ? [] : [{ code: 'error_email' }];
  });
}

const longestPassword = 256;

/** A new password: at least 8 characters, with one number and one capital letter (5.12). */
export function password() {
  return checked(text({ max: longestPassword }), (value) => {
    const good = Array.from(value).length >= shortestPassword && /\p{Nd}/u.test(value) && /\p{Lu}/u.test(value);
    return good ? [] : [{ code: 'error_password', params: { min: shortestPassword } }];
  });
}

/** Letters of any script and numbers, without anything between them (5.10). */
export function lettersAndNumbers<S extends z.ZodType<string>>(schema: S): S {
  return checked(schema, (value) =>
    /^[\p{L}\p{M}\p{N}]*$/u.test(value) ? [] : [{ code: 'error_letters_and_numbers' }],
  );
}

/** Two fields of which one repeats the other; the error is at the repetition, also where it is missing (5.10). */
export function confirmed<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
  field: keyof z.output<S> & string,
  repetition: keyof z.output<S> & string,
): S {
  const missing: FieldError = { code: 'error_required' };
  const different: FieldError = { code: 'error_confirmed' };
  const at = (error: FieldError) => ({
    path: [repetition],
    params: { ...error },
    // Beside the errors of other fields, so that nobody is sent back twice.
    when: ({ value }: { value: unknown }) =>
      [field, repetition].every((name) => typeof (value as typeof schema)?.[name as never] === 'string'),
  });
  return schema
    .refine((value) => value[repetition] !== '', at(missing))
    .refine((value) => value[repetition] === '' || value[field] === value[repetition], at(different)) as S;
}

/** A box that must be ticked (5.10). */
export function accepted() {
  return checked(z.unknown(), (value) => ([true, 'true', 'on', '1'].includes(value as never) ? [] : [notAccepted]));
}
const notAccepted: FieldError = { code: 'error_accepted' };

interface Bounds {
  min?: number;
  max?: number;
}

/** A whole number, as a number or as typed text; any other text counts as missing (5.14, 9.8). */
export function boundedInteger(bounds: Bounds = {}) {
  return number(wholeWithin(bounds));
}

/** The same for a field that may be left empty (5.14). */
export function nullableBoundedInteger(bounds: Bounds = {}) {
  return nullable(wholeWithin(bounds));
}

/** A year within bounds, which are read as years. */
export const boundedYear = (bounds: Required<Bounds>) => number((year) => asYears(wholeWithin(bounds)(year)));

/** A year of four digits, which may be left empty. */
export const nullableYear = ({ min, max }: Required<Bounds>) =>
  z
    .union([z.number(), z.string(), z.null()])
    .transform((given, context) =>
      given === null || given === ''
        ? null
        : read(context, given, (year) =>
            Number.isInteger(year) && year >= 1000 ? asYears(outside(year, { min, max })) : { code: 'error_year' },
          ),
    );

function nullable(wrong: WrongNumber) {
  return z
    .unknown()
    .optional()
    .transform((given, context) =>
      given === undefined || given === null || given === '' ? null : read(context, given, wrong),
    );
}

/** A required number, with its bounds if there are any (5.15). */
export function requiredNumber(bounds: Bounds = {}) {
  return number((value) => (Number.isNaN(value) ? { code: 'error_required' } : outside(value, bounds)));
}

/** A number, with its bounds if there are any, which may be left empty. */
export function nullableNumber(bounds: Bounds = {}) {
  return nullable((value) => (Number.isNaN(value) ? { code: 'error_required' } : outside(value, bounds)));
}

/** The highest amount or number of a sale that fits into its column. */
export const highestSale = 2_147_483_646;

/** The maximum proceeds of a sale: not negative, and within the column (5.13, 9.8). */
export function maxSalesAmount() {
  return number(wrongSales);
}

function wrongSales(value: number): FieldError | null {
  if (Number.isNaN(value)) return { code: 'error_number' };
  return outside(value, { min: 0, max: highestSale });
}

/** The maximum number sold, with the same bounds and whole; empty: unlimited (5.5, 5.13). */
export function maxSalesQuantity() {
  return nullable(wrongWholeSales);
}

/** A price or an offer in whole cents, with the same bounds (5.13, 9.8). */
export function salesAmount() {
  return number(wrongWholeSales);
}

function wrongWholeSales(value: number): FieldError | null {
  return wrongSales(value) ?? (Number.isInteger(value) ? null : { code: 'error_whole_number' });
}

/** The id of something chosen from a list. */
export function chosenId() {
  return number((value) => (Number.isSafeInteger(value) && value >= 1 ? null : { code: 'error_choose' }));
}

type WrongNumber = (value: number) => FieldError | null;

function wholeWithin({ min = 0, max = 100_000_000 }: Bounds): WrongNumber {
  return (value) => {
    if (Number.isNaN(value)) return { code: 'error_required' };
    return Number.isInteger(value) ? outside(value, { min, max }) : { code: 'error_whole_number' };
  };
}

/** A year has no separator of thousands. */
const asYears = (error: FieldError | null): FieldError | null =>
  error?.params
    ? { ...error, params: Object.fromEntries(Object.entries(error.params).map(([name, year]) => [name, String(year)])) }
    : error;

function outside(
  value: number,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Bounds,
): FieldError | null {
  if (value < min) return { code: 'error_min_value', params: { min } };
  return value > max ? { code: 'error_max_value', params: { max } } : null;
}

/** A number or a text in plain decimals; anything else, also `1e3` and `0x1f`, is none. */
function numberIn(given: unknown): number {
  if (typeof given === 'number') return Number.isFinite(given) ? given : Number.NaN;
  return typeof given === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(given) ? Number(given) : Number.NaN;
}

function number(wrong: WrongNumber) {
  return z.unknown().transform((given, context) => read(context, given, wrong));
}

function read(context: z.core.$RefinementCtx, given: unknown, wrong: WrongNumber): number {
  const value = numberIn(given);
  const error = wrong(value);
  if (error) context.addIssue({ code: 'custom', input: given, params: { ...error } });
  return value;
}
