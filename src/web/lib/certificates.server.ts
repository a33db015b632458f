/** Certificates as a PDF, in the reader's language (mock 32). */

import type { TFunction } from 'i18next';
import { renderSVG } from 'uqr';
import type { CertificatePaper, CertificatesPaper } from '#domain/arrivals/certificate.ts';
import { fileHeaders } from '#domain/csv.ts';
import { isLocale, type Locale, localeFacts } from '#domain/locales.ts';
import { readCertificateText } from '#domain/lofts/certificate-text.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import { makeAs } from '#domain/table.ts';
import { aboutInLine, factText } from './bird-facts.ts';
import { speaker } from './catalogues.server.ts';
import type { Call } from './context.ts';
import { brand } from './head.ts';
import { formatNumber } from './intl.ts';
import { notFound } from './loader.ts';

/** The most certificates of one file, and how many it has unless more are asked for. */
const [most, usual] = [100, 10];

/**
 * How many of the first places a request asks for: `?first=25`.
 * @throws Response 404 for what the form does not take: no whole number from 1 to 100
 */
export function firstFrom(search: URLSearchParams): number {
  const typed = search.get('first');
  if (typed === null) return usual;
  const first = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  return first >= 1 && first <= most ? first : notFound();
}

/** A document of certificates, a page each. */
export function certificatesFile(locale: Locale, title: string, certificates: readonly CertificatePaper[]): Response {
  const { lang, dir } = localeFacts[locale];
  const paper: CertificatesPaper = { title, brand, certificates, lang, dir };
  return Response.json(paper, { headers: { ...fileHeaders(title, 'pdf'), [makeAs]: 'certificates' } });
}

/** What a certificate says of a bird, as far as it is shown. */
export function certifiedBird(
  t: TFunction,
  bird: Bird,
): Pick<CertificatePaper, 'country' | 'name' | 'ring' | 'looks' | 'owner'> {
  return {
    country: bird.country,
    name: bird.pigeon_name,
    ring: bird.ring ? ringParts(bird.ring) : null,
    looks: [aboutInLine(t, { ...bird, pigeon_name: null }), factText(t, 'sex', bird)]
      .filter(Boolean)
      .join(t('rows.comma')),
    owner: [...new Set([bird.team, bird.fancier])].filter((one) => one !== null),
  };
}

/** The birds among which a place was flown. */
export const ofPigeons = (t: TFunction, locale: Locale, count: number): string =>
  t('certificate.of_pigeons', { count, total: formatNumber(locale, count) });

/** A place as its field: the three best have medals. */
export function certifiedPlace(t: TFunction, locale: Locale, rank: number, of: string): CertificatePaper['place'] {
  const medal = rank <= 3 ? (rank as 1 | 2 | 3) : null;
  return { label: t('bird.place'), rank: formatNumber(locale, rank), of, medal };
}

/**
 * What the loft says of its own on a certificate in the reader's language. A greeting in another language becomes the usual
 * one of the reader's; names are the same in all.
 */
export async function saidByLoft(
  call: Call,
  locale: Locale,
  loft: Pick<Loft, 'id' | 'name'>,
): Promise<Pick<CertificatePaper, 'greeting' | 'signature'>> {
  const { text } = await call(readCertificateText, {
    params: { loft_id: loft.id },
    query: { locale: isLocale(locale) ? locale : 'en' },
  });
  const isForeign = text !== null && text.greeting !== '' && text.locale !== locale;
  const greeting = isForeign ? speaker(locale).t('certificate.congratulations', { loft: loft.name }) : text?.greeting;
  return { greeting: greeting ?? '', signature: { name: text?.name ?? '', office: text?.office ?? '' } };
}

/** What it rests on: the page to check it on, and how the fingerprint of that begins. */
export function evidence(
  address: string,
  fingerprint: string | undefined,
): Pick<CertificatePaper, 'code' | 'address' | 'fingerprint'> {
  return {
    code: renderSVG(address, { border: 0 }),
    address,
    fingerprint: fingerprint === undefined ? '' : fingerprint.slice(0, 8).replace(/(.{4})/, '$1 '),
  };
}
