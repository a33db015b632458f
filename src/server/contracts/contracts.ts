/** The contract of a loft in versions: written, published, accepted. Changes lock the loft's row. */

import type { ContractFields, ContractVersion } from '#domain/contracts/contract.ts';
import { whyNotAccept, whyNotTouch } from '#domain/contracts/version.ts';
import { dayAt } from '#domain/day.ts';
import type { ContractKey } from '#domain/keys.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { fileColumns, lockFile, shownFile } from '#server/files/files.ts';

/** All versions of a loft, the newest first; drafts before them. */
export async function versionsOf(tx: Tx, loft_id: number): Promise<ContractVersion[]> {
  const rows = await tx
    .selectFrom('contracts')
    .select(['id', 'language', 'title', 'text', 'file_id', 'valid_from', 'version', 'published_at'])
    .where('loft_id', '=', loft_id)
    .orderBy('published_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute();
  const file_ids = rows.flatMap(({ file_id }) => file_id ?? []);
  const files = file_ids.length
    ? await tx
        .selectFrom('files')
        .select(fileColumns)
        .where('loft_id', '=', loft_id)
        .where('id', 'in', file_ids)
        .execute()
    : [];
  return rows.map(({ file_id, language, ...row }) => {
    const file = files.find(({ id }) => id === file_id);
    return { ...row, language: language as ContractVersion['language'], file: file ? shownFile(file) : null };
  });
}

/** Number of acceptances by version. */
export async function acceptancesOf(tx: Tx, loft_id: number): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('contract_acceptances')
    .select(({ fn }) => ['contract_id', fn.countAll<string>().as('count')])
    .where('loft_id', '=', loft_id)
    .groupBy('contract_id')
    .execute();
  return new Map(rows.map(({ contract_id, count }) => [contract_id, Number(count)]));
}

/** Writes a draft. @throws Refusal `contract_empty` at the text; `not_found` for a PDF that is not the loft's */
export async function writeContract(tx: Tx, loft_id: number, by: number, fields: ContractFields): Promise<number> {
  const { id } = await tx
    .insertInto('contracts')
    .values({ loft_id, created_by: by, ...(await columnsOf(tx, loft_id, fields)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a draft. @throws Refusal `not_found`, `contract_published`, as {@link writeContract} */
export async function changeContract(tx: Tx, key: ContractKey, fields: ContractFields): Promise<void> {
  await draft(tx, key);
  await tx
    .updateTable('contracts')
    .set(await columnsOf(tx, key.loft_id, fields))
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', key.contract_id)
    .execute();
}

/** Publishes a draft. @returns its number @throws Refusal `not_found`, `contract_published` */
export async function publishContract(tx: Tx, key: ContractKey, by: number, now_ms: number): Promise<number> {
  const { loft_id } = key;
  const { language, title, valid_from } = await draft(tx, key);
  const { last } = await tx
    .selectFrom('contracts')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('loft_id', '=', loft_id)
    .where('language', '=', language)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  await tx
    .updateTable('contracts')
    .set({ version, published_at: new Date(now_ms).toISOString(), published_by: by })
    .where('loft_id', '=', loft_id)
    .where('id', '=', key.contract_id)
    .execute();
  const after = { id: key.contract_id, language, title, version, valid_from };
  await writeAudit(tx, { loft_id, user_id: by, action: 'contract.publish', before: null, after });
  return version;
}

/** Removes a draft. @throws Refusal `not_found`, `contract_published` */
export async function removeContract(tx: Tx, key: ContractKey): Promise<void> {
  await draft(tx, key);
  await tx.deleteFrom('contracts').where('loft_id', '=', key.loft_id).where('id', '=', key.contract_id).execute();
}

/**
 * Stores a person's acceptance of a version, once.
 * @throws Refusal `not_found`; `contract_not_in_force` for a draft, one that has not begun and one that was replaced
 */
export async function acceptContract(
  tx: Tx,
  { loft_id, contract_id }: ContractKey,
  { user_id, time_zone, now_ms }: { user_id: number; time_zone: string; now_ms: number },
): Promise<void> {
  const all = await versionsOf(tx, loft_id);
  const version = all.find(({ id }) => id === contract_id);
  if (!version) throw new Refusal('not_found');
  const no = whyNotAccept(version, all, dayAt(now_ms, time_zone));
  if (no) throw no;
  await tx
    .insertInto('contract_acceptances')
    .values({ loft_id, contract_id, user_id, accepted_at: new Date(now_ms).toISOString() })
    .onConflict((already) => already.doNothing())
    .execute();
}

async function draft(tx: Tx, { loft_id, contract_id }: ContractKey): Promise<ContractVersion> {
  const found = (await versionsOf(tx, loft_id)).find(({ id }) => id === contract_id);
  if (!found) throw new Refusal('not_found');
  const no = whyNotTouch(found);
  if (no) throw no;
  return found;
}

async function columnsOf(tx: Tx, loft_id: number, { text, file_id, title, language, valid_from }: ContractFields) {
  const written = text.trim();
  if ((written === '') === (file_id === null)) throw refusalAt('text', 'contract_empty');
  if (file_id !== null) await lockFile(tx, { loft_id, file_id }, 'pdf');
  return { language, title: title.trim(), text: written || null, file_id, valid_from };
}
