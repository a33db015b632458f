import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { perPage } from './contract.ts';
import { whyNotUpload } from './files/file.ts';
import { parseFields } from './parse-fields.ts';
import { isRefusal } from './refusal.ts';
import {
  accepted,
  boundedInteger,
  confirmed,
  email,
  lettersAndNumbers,
  maxSalesAmount,
  nullableBoundedInteger,
  password,
  requiredNumber,
  requiredText,
  text,
} from './validation.ts';

/** The result of a value in a form's field: the codes with the values for their placeholders, or the parsed value. */
function said(schema: z.ZodType, value: unknown) {
  const { data, errors } = parseFields(z.object({ field: schema }), value === undefined ? {} : { field: value });
  if (!errors) return data!.field;
  return (errors.field ?? []).map(({ code, params }) => [code, ...Object.values(params ?? {})].join(' '));
}

const long = (length: number) => 'x'.repeat(length);

describe('lone surrogates', () => {
  it('are refused everywhere; whole characters beyond the first plane are not', () => {
    const schema = z.object({ a: z.string(), b: z.array(z.object({ c: z.string() })) });
    const half = [{ code: 'error_format' }];
    expect(parseFields(schema, { a: 'x\ud800', b: [{ c: '\udc00' }] })).toEqual({ errors: { a: half, 'b.0.c': half } });
    expect(parseFields(schema, { a: '🕊', b: [] })).toEqual({ data: { a: '🕊', b: [] } });
  });
});

describe('text (5.10)', () => {
  it.each([
    ['may be empty', text({ min: 2, max: 4 }), '', ''],
    ['of the least length', text({ min: 2, max: 4 }), 'ab', 'ab'],
    ['of the greatest length', text({ min: 2, max: 4 }), 'abcd', 'abcd'],
    ['too short', text({ min: 2, max: 4 }), 'a', ['label_min_characters 2']],
    ['too long', text({ min: 2, max: 4 }), 'abcde', ['label_max_characters 4']],
    ['is counted in characters, not in halves of them', text({ max: 2 }), '🕊🕊', '🕊🕊'],
    ['no text', text(), 7, ['error_type string']],
    ['not there', text(), undefined, ['error_required']],
    ['required and not there', requiredText(), undefined, ['error_required']],
    ['required and empty', requiredText(), '', ['error_required']],
    ['required and only spaces', requiredText(), '  ', ['error_required']],
    ['required with a minimum and empty', requiredText({ min: 3 }), '', ['error_required', 'label_min_characters 3']],
    ['required with a minimum and too short', requiredText({ min: 3 }), 'ab', ['label_min_characters 3']],
    ['required with a maximum and too long', requiredText({ max: 3 }), 'abcd', ['label_max_characters 3']],
    ['required and there', requiredText({ min: 1, max: 3 }), 'abc', 'abc'],
  ])('%s', (_name, schema, value, expected) => {
    expect(said(schema, value)).toEqual(expected);
  });
});

describe('an e-mail address (5.11)', () => {
  const of = (length: number) => `${long(length - 8)}@loft.be`;
  it.each([
    ['fancier@loft.example', 'fancier@loft.example'],
    [of(128), of(128)],
    [of(129), ['error_max 128']],
    ['', ['error_required']],
    ['fancier', ['error_email']],
    ['fancier@', ['error_email']],
    ['a@b@c.example', ['error_email']],
    ['two words@loft.example', ['error_email']],
    [undefined, ['error_required']],
  ])('%s', (value, expected) => {
    expect(said(email(), value)).toEqual(expected);
  });

  it('may be left empty where it is not required', () => {
    expect(said(email({ required: false }), '')).toBe('');
    expect(said(email({ required: false }), 'fancier')).toEqual(['error_email']);
  });
});

describe('a password (5.12)', () => {
  it.each([
    ['Pigeon12', true],
    ['ÉtéPigeon9', true],
    [`A1${long(254)}`, true],
    ['Pigeon1', false],
    ['pigeon12', false],
    ['Pigeonss', false],
    ['', false],
  ])('%s', (value, good) => {
    expect(said(password(), value)).toEqual(good ? value : ['error_password 8']);
  });

  it('has a maximum length', () => {
    expect(said(password(), `A1${long(255)}`)).toEqual(['label_max_characters 256']);
  });
});

describe('a maximum sales amount (5.13)', () => {
  it.each([
    ['0', 0],
    ['12.5', 12.5],
    [2_147_483_646, 2_147_483_646],
    ['2147483647', ['error_max_value 2147483646']],
    ['-1', ['error_min_value 0']],
    ['much', ['error_number']],
    ['', ['error_number']],
    [undefined, ['error_number']],
  ])('%s', (value, expected) => {
    expect(said(maxSalesAmount(), value)).toEqual(expected);
  });
});

describe('a bounded integer (5.14)', () => {
  it.each([
    ['0', 0],
    [100_000_000, 100_000_000],
    [' 42 ', 42],
    ['-1', ['error_min_value 0']],
    ['100000001', ['error_max_value 100000000']],
    ['1.5', ['error_whole_number']],
    ['ten', ['error_required']],
    ['1e3', ['error_required']],
    ['0x1f', ['error_required']],
    [Number.NaN, ['error_required']],
    [Number.POSITIVE_INFINITY, ['error_required']],
    [true, ['error_required']],
    ['', ['error_required']],
    [null, ['error_required']],
    [undefined, ['error_required']],
  ])('%s', (value, expected) => {
    expect(said(boundedInteger(), value)).toEqual(expected);
  });

  it('has bounds of its own', () => {
    expect(said(boundedInteger({ min: 5, max: 9 }), '4')).toEqual(['error_min_value 5']);
    expect(said(boundedInteger({ min: 5, max: 9 }), '10')).toEqual(['error_max_value 9']);
  });

  it.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['7', 7],
    ['seven', ['error_required']],
    ['-7', ['error_min_value 0']],
  ])('may be empty: %s', (value, expected) => {
    expect(said(nullableBoundedInteger(), value)).toEqual(expected);
  });
});

describe('a required number (5.15)', () => {
  it.each([
    [undefined, '-3', -3],
    [undefined, '', ['error_required']],
    [1, '0.5', ['error_min_value 1']],
    [1, '1', 1],
  ])('at least %s: %s', (min, value, expected) => {
    expect(said(requiredNumber(min === undefined ? {} : { min }), value)).toEqual(expected);
  });
});

describe('other rules of fields (5.10)', () => {
  it.each([
    ['Loft7', 'Loft7'],
    ['لوفت7', 'لوفت7'],
    ['กรงนก', 'กรงนก'],
    ['Loft 7', ['error_letters_and_numbers']],
    ['<b>', ['error_letters_and_numbers']],
  ])('letters and numbers: %s', (value, expected) => {
    expect(said(lettersAndNumbers(z.string()), value)).toEqual(expected);
  });

  it('confirmed, with the error at the repetition', () => {
    const form = confirmed(z.object({ password: password(), repeated: z.string() }), 'password', 'repeated');
    expect(parseFields(form, { password: 'Pigeon12', repeated: 'Pigeon12' }).errors).toBeUndefined();
    expect(parseFields(form, { password: 'Pigeon12', repeated: 'Pigeon13' }).errors).toEqual({
      repeated: [{ code: 'error_confirmed' }],
    });
    expect(parseFields(form, { password: 'Pigeon12', repeated: '' }).errors).toEqual({
      repeated: [{ code: 'error_required' }],
    });
    // Beside the errors of other fields, so that nobody is sent back twice.
    expect(Object.keys(parseFields(form, { password: '', repeated: '' }).errors ?? {})).toEqual([
      'password',
      'repeated',
    ]);
    expect(parseFields(form, { password: 'pigeon', repeated: 'Pigeon13' }).errors).toEqual({
      password: [{ code: 'error_password', params: { min: 8 } }],
      repeated: [{ code: 'error_confirmed' }],
    });
  });

  it.each([
    ['on', true],
    [true, true],
    ['false', false],
    ['', false],
    [undefined, false],
  ])('accepted: %s', (value, good) => {
    expect(said(accepted(), value)).toEqual(good ? value : ['error_accepted']);
  });
});

describe('an upload (5.16, 8.7)', () => {
  it.each([
    ['image/jpeg', true, true],
    ['image/png', true, true],
    ['IMAGE/PNG', true, true],
    ['application/pdf', true, false],
    ['image/svg+xml', false, false],
    ['text/html', false, false],
    ['image/', false, false],
    ['', false, false],
  ])('%s', (type, document, image) => {
    const refusals = [whyNotUpload(type, 'document'), whyNotUpload(type, 'image')];
    expect(refusals.map((one) => one === null)).toEqual([document, image]);
    for (const one of refusals)
      if (one) expect([isRefusal(one), one.code]).toEqual([true, 'pedigree.import_invalid_file']);
  });
});

describe('errors', () => {
  it('are limited to twenty fields, each code once', () => {
    const form = z.object(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field_${i}`, z.string()])));
    expect(Object.keys(parseFields(form, {}).errors!)).toHaveLength(20);
    expect(parseFields(z.array(z.int()), 'x').errors).toEqual({
      body: [{ code: 'error_type', params: { expected: 'array' } }],
    });
  });

  it('have a sentence for the codes of Zod, too', () => {
    expect(said(z.int().min(1), 0)).toEqual(['error_min_value 1']);
    expect(said(z.number().gt(1), 1)).toEqual(['error_more_than 1']);
    expect(said(z.int().max(1), 2)).toEqual(['error_max_value 1']);
    expect(said(z.string().max(1), 'ab')).toEqual(['label_max_characters 1']);
    expect(said(z.array(z.int()).min(1), [])).toEqual(['error_min_items 1']);
    expect(said(z.enum(['cock', 'hen']), 'x')).toEqual(['error_one_of cock, hen']);
    // Of a choice of values all are named, however it is put together; of one that takes more, none.
    expect(said(perPage, '2')).toEqual(['error_one_of all, 25, 50, 100']);
    expect(said(z.union([z.literal('all'), z.int()]), 'x')).toEqual(['error_format']);
    expect(said(z.iso.date(), 'x')).toEqual(['error_format']);
    expect(parseFields(z.strictObject({}), { x: 1 }).errors).toEqual({
      body: [{ code: 'error_unknown_field', params: { field: 'x' } }],
    });
  });
});
