/** Somebody has offered for a bird: its loft's merchants are told, in the same transaction. */
import type { Tx } from '#server/db/database.ts';
import { merchantsOf, tell } from '#server/notifications/notify.ts';
import type { SeasonKey } from '#server/seasons/due-dates.ts';
import type { KeptListing } from './listings.ts';

/** Tells them who offers how much; `n` is the how many-th offer of the listing it is. */
export async function notifyOffered(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { id, pigeon_id }: Pick<KeptListing, 'id' | 'pigeon_id'>,
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
  await tell(tx, merchantsOf(loft_id), {
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
