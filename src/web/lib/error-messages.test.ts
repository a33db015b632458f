/** The catalogue of errors: every specified sentence exists, as worded, in all languages, and no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultLocale, type Locale, localeFacts, locales } from '#domain/locales.ts';
import type { RefusalCode, RefusalParams } from '#domain/refusal.ts';
import { speak } from './catalogue.ts';

const root = new URL('../../../', import.meta.url);
const catalogueOf = (locale: Locale) => JSON.parse(readFileSync(new URL(`locales/${locale}.json`, root), 'utf8'));
const speakers = new Map<Locale, ReturnType<typeof speak>>(
  locales.map((locale) => [locale, speak(locale, catalogueOf(locale))]),
);

const say = (locale: Locale, code: RefusalCode, params: RefusalParams = {}) =>
  speakers.get(locale)!.t(`refusals.${code}`, { ...params });

const sentences: [rule: string, code: RefusalCode, sentence: string, params?: Record<string, string>][] = [
  ['8.5', 'token_error', 'Token error'],
  ['8.5', 'refresh_token_error', 'Refresh token error'],
  ['8.5', 'request_aborted', 'Request aborted'],
  ['8.6', 'weather_map_not_started', 'Could not initialize windy map.'],
  ['8.7', 'pedigree.import_invalid_file', 'This is the wrong type of file. Choose another.'],
  ['8.9', 'chunk_not_loaded', 'Loading chunk 17 failed', { chunk: '17' }],
  ['8.11', 'unknown_middleware', 'Unknown middleware auth', { name: 'auth' }],
  ['8.13', 'registration_ends', 'The registration ends on 2026-03-31', { date: '2026-03-31' }],
  ['8.14', 'spots_left', 'There are only 3 spots left, you ordered 5', { spots: '3', pigeonCountFromThisOrder: '5' }],
  ['8.15', 'most_active_pigeons', 'Maximum number of active pigeons reached'],
  ['8.16', 'most_reserve_pigeons', 'Maximum number of reserve pigeons reached'],
  ['8.17', 'entry_exists', 'This entry already exists'],
  ['8.18', 'pigeon_already_activated', 'This pigeon has already been activated'],
  ['8.19', 'same_status', 'The new status is the same as the last one'],
  ['8.20', 'product_in_use', 'The product could not be updated because it is already in use'],
  ['8.21', 'entry_fee_product_needed', 'You need at least one product with the entry fee category'],
  ['8.22', 'pigeon_flown', 'Pigeon used in a flight, delete not allowed'],
  ['8.23', 'team_holds_pigeons', 'Unable to remove: Pigeons Prevent Deletion'],
  ['8.24', 'last_merchant', 'There must be at least one active merchant left in the loft'],
  ['8.25', 'agent_needed', 'Please select an agent for the pigeon transport'],
  ['8.26', 'clock_data_out_of_date', 'Data on the clock out of date for inventory export'],
  ['8.27', 'no_inventory_flight', 'No inventory flight found'],
  ['8.28', 'credentials_wrong', 'Credentials do not match'],
  ['8.29', 'verify_code_wrong', 'Wrong verify code'],
  ['8.30', 'token_invalid', 'Token invalid or expired'],
  ['8.31', 'phone_invalid_or_taken', 'Phone invalid or taken'],
  ['8.32', 'gift_card_invalid', 'Gift card wrong, used or expired'],
  ['8.33', 'product_lifetime_reached', 'Max product lifetime reached'],
  ['8.34', 'no_fancier_selected', 'No fancier selected'],
  ['8.35', 'email_not_assignable', 'The email cannot be assigned to a customer'],
];

test.each(sentences)('(%s) %s: %s', (_rule, code, sentence, params = {}) => {
  expect(say(defaultLocale, code, params)).toBe(sentence);
  const foreign = locales.filter((locale) => locale !== defaultLocale);
  for (const locale of foreign) {
    const said = say(locale, code, params);
    expect(said, locale).not.toBe(sentence);
    expect(said, locale).not.toMatch(/\{\{|refusals\./);
    for (const value of Object.values(params)) expect(said, locale).toContain(value);
  }
});

test.each(locales)('waiting times are given in words of %s, never in thousands of seconds', (locale) => {
  const wait = new Intl.RelativeTimeFormat(localeFacts[locale].tag);
  for (const code of ['too_often', 'uploads_waiting'] as const) {
    expect(say(locale, code, { seconds: 40 })).toContain(wait.format(40, 'second'));
    expect(say(locale, code, { seconds: 3589 })).toContain(wait.format(60, 'minute'));
    expect(say(locale, code, { seconds: 86_000 })).toContain(wait.format(24, 'hour'));
  }
});

test.each([
  ['en', 'That was too often. Try again in 60 minutes.'],
  ['pl', 'Zbyt wiele prób. Spróbuj ponownie za 60 minut.'],
  ['jp', '回数が多すぎます。60 分後にもう一度お試しください。'],
  ['hu', 'Túl sok próbálkozás. Próbálja újra 60 perc múlva.'],
  ['tr', 'Çok fazla deneme. 60 dakika sonra yeniden deneyin.'],
] as const)('a refusal for an hour is worded in %s', (locale, sentence) => {
  expect(say(locale, 'too_often', { seconds: 3589 })).toBe(sentence);
});

test('all of 8.13 to 8.35 exist', () => {
  const wanted = Array.from({ length: 23 }, (_, i) => `8.${13 + i}`);
  expect(sentences.map(([rule]) => rule)).toEqual(expect.arrayContaining(wanted));
});

test('a key that no code uses is removed from the catalogues', () => {
  const code = ['src', 'dev/fakes']
    .flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
        .map((path) => readFileSync(new URL(`${folder}/${path}`, root), 'utf8')),
    )
    .join('\n');
  const literals = new Set([...code.matchAll(/(['"`])([\w.]+)\1/g)].map(([, , text = '']) => text));
  // The code of a composed key names at least its noun: `kind.${flight.kind}`.
  const patterns = [...new Set([...code.matchAll(/`(\w+\.[\w.]*\$\{[^`]*)`/g)].map(([, text = '']) => text))]
    .filter((text) => !text.startsWith('refusals.$'))
    .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{.*\}|\$\{.*$/, '.+')}$`));
  const catalogued = new Set<string>(sentences.map(([, one]) => one));
  const unused = Object.entries(catalogueOf(defaultLocale) as Record<string, Record<string, string>>).flatMap(
    ([noun, things]) =>
      Object.keys(things).flatMap((thing) => {
        const stem = thing.replace(/_(one|other)$/, '');
        const keys = [`${noun}.${thing}`, `${noun}.${stem}`];
        const used =
          keys.some((key) => literals.has(key) || patterns.some((pattern) => pattern.test(key))) ||
          (noun === 'refusals' && (catalogued.has(stem) || literals.has(stem)));
        return used ? [] : keys[0]!;
      }),
  );
  expect(unused).toEqual([]);
});
