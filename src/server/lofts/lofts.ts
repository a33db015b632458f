/** Lofts: opened, read, changed. */
import { sql } from 'kysely';
import { whyNotAccent } from '#domain/lofts/accent.ts';
import type { DescribedLoft, Loft } from '#domain/lofts/contract.ts';
import type { PackageType } from '#domain/lofts/package.ts';
import type { LoftAddress, LoftSettings } from '#domain/lofts/settings.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { lockFile } from '#server/files/files.ts';

export type LoftToOpen = Pick<Loft, 'name' | 'unit' | 'time_zone'> &
  Partial<Pick<Loft, 'country' | 'latitude' | 'longitude'>> & { currency?: string; request_key?: string | null };

const columns = ['id', 'name', 'unit', 'time_zone', 'country', 'latitude', 'longitude', 'logo', 'accent'] as const;

/**
 * Open a loft with its empty ledger and its first package.
 * @param by the actor; null: the program itself
 * @throws Refusal `error_unique` at `name`, from the database
 */
export async function openLoft(
  tx: Tx,
  loft: LoftToOpen,
  { by = null, type = 'basic' }: { by?: number | null; type?: PackageType } = {},
): Promise<Loft> {
  const opened = await tx
    .insertInto('lofts')
    .values(loft as Required<LoftToOpen>)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await tx.insertInto('ledgers').values({ loft_id: opened.id }).execute();
  await tx.insertInto('loft_types').values({ loft_id: opened.id, n: 1, package: type, user_id: by }).execute();
  return opened;
}

/** A loft, or undefined. */
export function findLoft(tx: Tx, loft_id: number): Promise<Loft | undefined> {
  return tx.selectFrom('lofts').select(columns).where('id', '=', loft_id).executeTakeFirst();
}

/**
 * A loft, as the policy needs it.
 * @throws Refusal `not_found`.
 */
export async function loadLoft(tx: Tx, loft_id: number): Promise<{ loft_id: number; loft: Loft }> {
  const loft = await findLoft(tx, loft_id);
  if (!loft) throw new Refusal('not_found');
  return { loft_id, loft };
}

/** All lofts by name. */
export function allLofts(tx: Tx): Promise<Loft[]> {
  return tx.selectFrom('lofts').select(columns).orderBy('name').execute();
}

/** All lofts by name, with the default currency of their seasons. */
export function loftsWithCurrency(tx: Tx): Promise<(Loft & { currency: string })[]> {
  return tx
    .selectFrom('lofts')
    .select([...columns, 'currency'])
    .orderBy('name')
    .execute();
}

/** Lofts by their ids. */
export async function loftsById(tx: Tx, loft_ids: readonly number[]): Promise<Map<number, Loft>> {
  if (!loft_ids.length) return new Map();
  const lofts = await tx
    .selectFrom('lofts')
    .select(columns)
    .where('id', 'in', [...new Set(loft_ids)])
    .execute();
  return new Map(lofts.map((loft) => [loft.id, loft]));
}

/** A loft with its settings, its address and the versions of both. */
export interface KnownLoft {
  loft_id: number;
  loft: DescribedLoft;
  shares_setup: boolean;
  settings_version: number;
  address_version: number;
}

/**
 * A loft with its settings and address; `lock` holds it until the transaction ends.
 * @throws Refusal `not_found`.
 */
export async function describeLoft(tx: Tx, loft_id: number, { lock = false } = {}): Promise<KnownLoft> {
  const found = await tx
    .selectFrom('lofts')
    .select(columns)
    .select(['currency', 'email', 'phone', 'website', 'street', 'zipcode', 'city', 'data_licence'])
    .select(['shares_setup', 'settings_version', 'address_version'])
    .where('id', '=', loft_id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { street, zipcode, city, shares_setup, settings_version, address_version, ...loft } = found;
  const { country, latitude, longitude } = loft;
  const { type } = await latestType(tx, loft_id);
  const tags = await tx
    .selectFrom('loft_tags')
    .select('tag_name')
    .where('loft_id', '=', loft_id)
    .orderBy('tag_name')
    .execute();
  return {
    loft_id,
    loft: {
      ...loft,
      loft_address: { street, zipcode, city, country, latitude, longitude },
      latest_loft_type: { package: { type } },
      tags,
    },
    shares_setup,
    settings_version,
    address_version,
  };
}

/** The present package of a loft and its number in the history; without an entry the package `legacy`. */
export async function latestType(tx: Tx, loft_id: number): Promise<{ n: number; type: PackageType }> {
  const latest = await tx
    .selectFrom('loft_types')
    .select(['n', 'package as type'])
    .where('loft_id', '=', loft_id)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest ?? { n: 0, type: 'legacy' };
}

/**
 * Change the settings of a loft that is locked by {@link describeLoft}.
 * @throws Refusal `changed_meanwhile` for another version; `error_unique` at `name`, from the database
 */
export async function changeSettings(
  tx: Tx,
  { loft_id, loft, settings_version }: KnownLoft,
  { version, tags, ...settings }: LoftSettings,
  by: number | null,
): Promise<KnownLoft> {
  if (version !== settings_version) throw new Refusal('changed_meanwhile');
  const { email, phone, website, data_licence, ...needed } = settings;
  const said = {
    email: email || null,
    phone: phone || null,
    website: website || null,
    data_licence: data_licence || null,
  };
  await tx
    .updateTable('lofts')
    .set({ ...needed, ...said, settings_version: version + 1 })
    .where('id', '=', loft_id)
    .execute();
  await tx
    .deleteFrom('loft_tags')
    .where('loft_id', '=', loft_id)
    .where('tag_name', '<>', sql<string>`all(${tags}::text[])`)
    .execute();
  if (tags.length)
    await tx
      .insertInto('loft_tags')
      .values(tags.map((tag_name) => ({ loft_id, tag_name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return changed(tx, { loft_id, user_id: by, action: 'loft.settings' }, loft);
}

/**
 * Change the address of a loft that is locked by {@link describeLoft}.
 * @throws Refusal `changed_meanwhile` for another version
 */
export async function changeAddress(
  tx: Tx,
  { loft_id, loft, address_version }: KnownLoft,
  { version, street, zipcode, city, country, latitude, longitude }: LoftAddress,
  by: number | null,
): Promise<KnownLoft> {
  if (version !== address_version) throw new Refusal('changed_meanwhile');
  const lines = { street: street || null, zipcode: zipcode || null, city: city || null, country: country || null };
  await tx
    .updateTable('lofts')
    .set({ ...lines, latitude, longitude, address_version: version + 1 })
    .where('id', '=', loft_id)
    .execute();
  return changed(tx, { loft_id, user_id: by, action: 'loft.address' }, loft);
}

/**
 * Give a loft its colour; null: none.
 * @throws Refusal by {@link whyNotAccent}
 */
export async function changeAccent(
  tx: Tx,
  { loft_id, loft }: Pick<KnownLoft, 'loft_id' | 'loft'>,
  accent: string | null,
  by: number | null,
): Promise<void> {
  const no = accent === null ? null : whyNotAccent(accent);
  if (no) throw no;
  await tx.updateTable('lofts').set({ accent }).where('id', '=', loft_id).execute();
  await changed(tx, { loft_id, user_id: by, action: 'loft.brand' }, loft);
}

/**
 * Make a picture of a loft its logo; null: none.
 * @throws Refusal `not_found` for a file that is no picture of this loft
 */
export async function changeLogo(
  tx: Tx,
  { loft_id, loft }: Pick<KnownLoft, 'loft_id' | 'loft'>,
  file_id: number | null,
  by: number | null,
): Promise<string | null> {
  const logo = file_id === null ? null : (await lockFile(tx, { loft_id, file_id }, 'image')).src;
  await tx.updateTable('lofts').set({ logo_file_id: file_id, logo }).where('id', '=', loft_id).execute();
  await changed(tx, { loft_id, user_id: by, action: 'loft.brand' }, loft);
  return logo;
}

/** Hide the list of first steps of a loft, or show it again. */
export async function hideFirstSteps(tx: Tx, loft_id: number, is_hidden: boolean): Promise<void> {
  await tx.updateTable('lofts').set({ hides_first_steps: is_hidden }).where('id', '=', loft_id).execute();
}

async function changed(
  tx: Tx,
  change: { loft_id: number; user_id: number | null; action: 'loft.settings' | 'loft.address' | 'loft.brand' },
  before: DescribedLoft,
): Promise<KnownLoft> {
  const known = await describeLoft(tx, change.loft_id);
  await writeAudit(tx, { ...change, before, after: known.loft });
  return known;
}
