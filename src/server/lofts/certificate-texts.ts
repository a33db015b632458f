/** What a loft says of its own on its certificates, by language. */

import { isLocale } from '#domain/locales.ts';
import {
  changeCertificateText as changeCall,
  listCertificateTexts,
  readCertificateText,
  type StoredCertificateText,
  textIn,
} from '#domain/lofts/certificate-text.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import { personOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { type Route, route } from '#server/route.ts';
import { describeLoft, loadLoft } from './lofts.ts';

/** The texts of a loft in all languages that it has given. */
export async function certificateTextsOf(tx: Tx, loft_id: number): Promise<StoredCertificateText[]> {
  const rows = await tx
    .selectFrom('certificate_texts')
    .select(['locale', 'greeting', 'name', 'office', 'version'])
    .where('loft_id', '=', loft_id)
    .orderBy('locale')
    .execute();
  return rows.flatMap(({ locale, ...row }) => (isLocale(locale) ? { locale, ...row } : []));
}

/**
 * Change the text of a locked loft in a language.
 * @throws Refusal `changed_meanwhile`
 */
export async function changeCertificateText(
  tx: Tx,
  by: number | null,
  loft_id: number,
  { locale, version, ...text }: StoredCertificateText,
): Promise<StoredCertificateText> {
  const before = (await certificateTextsOf(tx, loft_id)).find((one) => one.locale === locale) ?? null;
  if ((before?.version ?? 0) !== version) throw new Refusal('changed_meanwhile');
  const after = { locale, ...text, version: version + 1 };
  const { locale: _key, ...change } = after;
  await tx
    .insertInto('certificate_texts')
    .values({ loft_id, ...after })
    .onConflict((conflict) => conflict.columns(['loft_id', 'locale']).doUpdateSet(change))
    .execute();
  await writeAudit(tx, { loft_id, user_id: by, action: 'loft.certificate', before, after });
  return after;
}

export const certificateTextRoutes: Route[] = [
  route(readCertificateText, {
    load: async (tx, { params }) => (await loadLoft(tx, params.loft_id)).loft,
    act: async (tx, { id }, { query }) => {
      const found = textIn(await certificateTextsOf(tx, id), query.locale);
      if (!found) return { text: null };
      const { version: _version, ...text } = found;
      return { text };
    },
  }),
  route(listCertificateTexts, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: async (tx, { loft_id, loft }) => ({ loft, texts: await certificateTextsOf(tx, loft_id) }),
  }),
  route(changeCall, {
    load: (tx, { params }) => describeLoft(tx, params.loft_id, { lock: true }),
    act: async (tx, { loft_id }, { body }, { actor }) => ({
      text: await changeCertificateText(tx, personOf(actor).user_id, loft_id, body),
    }),
  }),
];
