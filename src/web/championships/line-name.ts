/** The names and days of a championship. */
import type { ChampionshipLineView } from '#domain/championships/contract.ts';
import type { Locale } from '#domain/locales.ts';
import { countryName } from '#web/lib/intl.ts';

/** Championships are of no loft: their days are those of the world's clock. */
export const world_zone = 'UTC';

/** Who or what a line is about: a ring, a fancier, a country. */
export const lineName = (locale: Locale, { name, country }: Pick<ChampionshipLineView, 'name' | 'country'>): string =>
  name ?? (country ? countryName(locale, country) : '–');
