/** A postal address as its lines, and as one line, on pages and papers. */
import type { Locale } from '#domain/locales.ts';
import type { PostalAddress } from '#domain/postal-address.ts';
import type { Words } from './catalogue.ts';
import { countryName } from './intl.ts';

/** Street, postcode with city, and the name of the country; empty lines are left out. */
export function addressLines(locale: Locale, { street, zipcode, city, country }: PostalAddress): string[] {
  const town = [zipcode, city].filter(Boolean).join(' ');
  return [street, town, country && countryName(locale, country)].filter((line): line is string =>
    Boolean(line?.trim()),
  );
}

/** The same in one line, with the comma of the language. */
export const addressLine = (locale: Locale, t: Words, address: PostalAddress): string =>
  addressLines(locale, address).join(t('rows.comma'));
