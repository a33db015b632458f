/** What a loft says of its own on its certificates, in each language: a line of greeting, and who signs with which office. */
import { z } from 'zod';
import { contract, id } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { boundedInteger, text } from '#domain/validation.ts';
import { loft } from './contract.ts';

/** The languages that a text can be given in. */
type Language = (typeof locales)[number];

const line = (max: number) =>
  text({ max })
    .transform((words) => words.replace(/\s+/g, ' ').trim())
    .default('');

/** Blank: nothing. */
export const certificateText = z.strictObject({ greeting: line(200), name: line(70), office: line(70) });
export type CertificateText = z.output<typeof certificateText>;

const shown = z.object({ locale: z.enum(locales), greeting: z.string(), name: z.string(), office: z.string() });
const stored = shown.extend({ version: z.int() });
export type StoredCertificateText = z.output<typeof stored>;

/**
 * The text for a certificate in a language: that language's own, else the English one, else the first that there is; null:
 * the loft says nothing of its own.
 */
export function textIn<Text extends CertificateText & { locale: Language }>(
  texts: readonly Text[],
  locale: Language,
): Text | null {
  const said = texts.filter(({ greeting, name }) => greeting !== '' || name !== '');
  const order = [locale, 'en', ...locales];
  return said.toSorted((a, b) => order.indexOf(a.locale) - order.indexOf(b.locale))[0] ?? null;
}

const ofLoft = z.object({ loft_id: id });

export const readCertificateText = contract({
  name: 'readCertificateText',
  summary:
    'What a loft says of its own on a certificate in a language, or in the one that stands for it; null: nothing',
  method: 'GET',
  path: '/api/lofts/{loft_id}/certificate-text',
  access: 'loft.read',
  params: ofLoft,
  query: z.object({ locale: z.enum(locales) }),
  reply: z.object({ text: shown.nullable() }),
});

export const listCertificateTexts = contract({
  name: 'listCertificateTexts',
  summary: 'What a loft says of its own on its certificates, in all languages that it has given',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/certificate-texts',
  access: 'loft.manage',
  params: ofLoft,
  reply: z.object({ loft, texts: z.array(stored) }),
});

export const changeCertificateText = contract({
  name: 'changeCertificateText',
  summary:
    'Changes what a loft says of its own on its certificates in a language that nobody changed since it was seen',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/certificate-texts',
  access: 'loft.manage',
  params: ofLoft,
  body: certificateText.extend({
    locale: z.enum(locales),
    /** 0: there was none yet. */
    version: boundedInteger({ min: 0 }),
  }),
  reply: z.object({ text: stored }),
});
