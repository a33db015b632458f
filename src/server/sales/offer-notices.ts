/** Notices of an offer to the loft's merchants, in its transaction. */
import type { SeasonKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { merchantsOf, notify } from '#server/notifications/notify.ts';
import type { LockedListing } from './listings.ts';

/** Notify them of the offer's amount and its author; `n` is its number among the listing's offers. */
export async function notifyOffered(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { id, pigeon_id }: Pick<LockedListing, 'id' | 'pigeon_id'>,
  { n, user_id, amount_cents }: { n: number; user_id: number; amount_cents: number },
): Promise<void> {
  const { first_name, last_name, ...about } = await tx
    .selectFrom('pigeons as p')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'p.loft_id').onRef('s.id', '=', 'p.season_id'))
    .innerJoin('lofts as l', 'l.id', 'p.loft_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', user_id))
    .select(['p.ring as bird', 's.name as season', 's.currency', 'l.name as loft', 'u.first_name', 'u.last_name'])
    .where('p.loft_id', '=', loft_id)
    .where('p.id', '=', pigeon_id)
    .executeTakeFirstOrThrow();
  await notify(tx, merchantsOf(loft_id), {
    event: 'bird_sale',
    key: `offered:${id}:${n}`,
    facts: {
      ...about,
      as: 'offered',
      customer: [first_name, last_name].filter(Boolean).join(' ') || '–',
      amount_cents,
      path: `/admin/seasons/${season_id}/sale`,
    },
  });
}
