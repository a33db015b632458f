/** What a new loft has and what it still needs, for its overview. */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { type FirstStep, firstSteps } from '#domain/overview/first-steps.ts';
import { dueDateCategories } from '#domain/seasons/due-date.ts';
import { productCategories } from '#domain/seasons/product.ts';
import type { Tx } from '#server/db/database.ts';

/** The due dates without which a season does not open. */
const needed = [dueDateCategories.registration, dueDateCategories.payment, dueDateCategories.pigeon_shipping];

/**
 * The first steps of a loft and its season in progress, else its latest one, each done or not by what is stored; null when all are done, and for a
 * loft that hides them.
 */
export async function firstStepsOf(tx: Tx, loft: Pick<Loft, 'id' | 'time_zone' | 'latitude'>, now_ms: number) {
  const { rows } = await sql<Record<FirstStep, boolean> & { hides: boolean; season_id: number | null }>`
    select l.hides_first_steps as hides, s.id as season_id,
      l.latitude is not null as place,
      exists (select from contracts where loft_id = l.id and published_at is not null
        and valid_from <= ${dayAt(now_ms, loft.time_zone)}) as contract,
      l.logo_file_id is not null as brand,
      s.id is not null as season,
      (select count(distinct due_date_category_id) = ${needed.length} from due_dates
        where loft_id = l.id and season_id = s.id and due_date_category_id = any(${needed}::int[])) as due_dates,
      exists (select from products where loft_id = l.id and season_id = s.id
        and product_category_id = ${productCategories.entry_fee}) as products,
      -- The first version is that of the program.
      exists (select from rulebooks where loft_id = l.id and season_id = s.id 
        and (version > 1 or user_id is not null)) as rulebook,
      s.bank_iban is not null or s.payment_text is not null as payment,
      (select count(*) > 1 from loft_permissions where loft_id = l.id and is_active)
        or exists (select from invitations where loft_id = l.id and withdrawn_at is null) as team,
      coalesce(s.status <> 'draft', false) as opening
    from lofts l
    left join lateral (
      select * from seasons where loft_id = l.id
      order by (status = 'in_progress') desc, year desc, id desc limit 1) s on true
    where l.id = ${loft.id}`.execute(tx);
  const { hides, season_id, ...done } = rows[0]!;
  const steps = firstSteps.map((step) => ({ step, is_done: done[step] ?? false }));
  return hides || steps.every(({ is_done }) => is_done) ? null : { season_id, steps };
}
