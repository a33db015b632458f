/** A site of many lofts and seasons, for tests of query costs. Inserted in bulk, without triggers. */

import type pg from 'pg';
import type { SeasonKey } from '#domain/keys.ts';

export interface Size {
  lofts: number;
  seasons: number;
  /** In each season. */
  orders: number;
  /** In each season; two of them have the places of an order. */
  birds: number;
}

/**
 * Adds lofts with their seasons, teams, birds, orders, payments and journal, and recounts them.
 * @param client of a superuser, because triggers are skipped
 * @returns the created seasons
 */
export async function addLofts(client: pg.Client, { lofts, seasons, orders, birds }: Size): Promise<SeasonKey[]> {
  try {
    await client.query('set session_replication_role = replica');
    const teams = Math.ceil(orders / 4);
    const [{ made: before }] = (await client.query(`select coalesce(max(id), 0)::int as made from lofts`)).rows;
    await client.query(
      `insert into lofts (id, name, time_zone, country) overriding system value
        select i, 'Loft ' || i, 'Europe/Brussels', 'BE' from generate_series($1::int + 1, $1::int + $2::int) i`,
      [before, lofts],
    );
    const { rows } = await client.query<{ loft_id: string; season_id: string }>(
      `insert into seasons (loft_id, name, year, status)
        select i, 'Season ' || y, 2026 - y, case when y = 1 then 'in_progress' else 'season_complete' end
        from generate_series($1::int + 1, $1::int + $2::int) i, generate_series(1, $3::int) y
        returning loft_id, id as season_id`,
      [before, lofts, seasons],
    );
    const made = rows.map(({ loft_id, season_id }) => ({ loft_id: Number(loft_id), season_id: Number(season_id) }));
    for (const { loft_id, season_id } of made) {
      const key = [loft_id, season_id];
      await client.query(
        `with people as (
          insert into users (issuer, subject, email, first_name, last_name)
          select 'big', $2::bigint || '-' || i, 'c' || i || '.' || $2::bigint || '@example.org',
            (array['Peter', 'Zoë', 'José', 'Anna'])[1 + i % 4], (array['Müller', 'Janssens', 'Ortuño', 'Kowalski'])[1 + i % 4] || i
          from generate_series(1, $3::int) i returning id)
        insert into teams (loft_id, season_id, name, fancier, country, user_id)
        select $1::bigint, $2::bigint, 'Team ' || row_number() over (), 'Fancier ' || row_number() over (),
          (array['BE', 'NL', 'DE', 'PL'])[1 + id % 4], id from people`,
        [...key, teams],
      );
      await client.query(
        `insert into orders (loft_id, season_id, number, kind, user_id, team_id, currency, amount_cents, status, pay_until, created_at)
          select $1::bigint, $2::bigint, i, 'registration', t.user_id, t.id, 'EUR', 25000, s.status,
            case when s.status in ('confirmed', 'payment_pending') then date_trunc('day', now()) + (i % 9) * interval '1 day' end,
            now() - interval '100 days' + i * interval '1 minute'
          from generate_series(1, $3::int) i
          join (select id, user_id, row_number() over (order by id) as n from teams where loft_id = $1 and season_id = $2) t
            on t.n = 1 + (i - 1) / 4
          cross join lateral (select (array['paid', 'paid', 'paid', 'paid', 'pending', 'confirmed', 'paid', 'cancelled'])[1 + i % 8] as status) s`,
        [...key, orders],
      );
      await client.query(
        `with wanted as (
          select o.loft_id, o.season_id, o.team_id, 'BE ' || (26 + o.season_id % 9) || '-' || (4000000 + o.number * 2 + p) as ring,
            'BE' || (26 + o.season_id % 9) || (4000000 + o.number * 2 + p) as ring_key, case when p = 1 then 'Blauwe ' || o.number end as name,
            case when o.number % 50 = 0 then 'in_transit' else 'at_loft' end as location
          from orders o, generate_series(1, 2) p
          where o.loft_id = $1 and o.season_id = $2 and o.number <= $3::int / 2),
        entered as (insert into birds (ring_key) select ring_key from wanted on conflict (ring_key, n) do nothing returning id, ring_key)
        insert into pigeons (loft_id, season_id, team_id, ring, ring_key, name, location, bird_id)
          select w.*, coalesce(e.id, (select b.id from birds b where b.ring_key = w.ring_key and b.n = 1))
          from wanted w left join entered e on e.ring_key = w.ring_key`,
        [...key, birds],
      );
      await client.query(
        `insert into entries (loft_id, season_id, order_id, place, pigeon_id)
          select p.loft_id, p.season_id, o.id, 1 + (substr(p.ring_key, 5)::int - 4000001) % 2, p.id
          from pigeons p join orders o on o.loft_id = p.loft_id and o.season_id = p.season_id
            and o.number = (substr(p.ring_key, 5)::int - 4000001) / 2
          where p.loft_id = $1 and p.season_id = $2`,
        key,
      );
    }
    const ids = made.map(({ season_id }) => season_id);
    for (const statement of [
      `insert into registrations (loft_id, season_id, order_id, pigeons_active, pigeons_reserve)
        select loft_id, season_id, id, 2, 0 from orders where season_id = any($1::bigint[])`,
      `insert into order_history (loft_id, order_id, n, from_status, to_status, at)
        select loft_id, id, 1, 'new', status, created_at from orders where season_id = any($1::bigint[])`,
      `insert into products (loft_id, season_id, product_category_id, name, amount_cents, pigeons_active, pigeons_reserve)
        select loft_id, id, 1, 'Two birds', 25000, 2, 0 from seasons where id = any($1::bigint[])`,
      `insert into order_positions (loft_id, season_id, order_id, n, product_id, quantity, amount_cents)
        select o.loft_id, o.season_id, o.id, 1, p.id, 1, 25000 from orders o
        join products p on p.loft_id = o.loft_id and p.season_id = o.season_id where o.season_id = any($1::bigint[])`,
      `insert into payments (loft_id, season_id, order_id, method, reason, paid_on, status, amount_cents, currency, user_id,
          created_at)
        select loft_id, season_id, id, 'hand', 'Cash', created_at::date, 'succeeded', amount_cents, 'EUR', user_id, created_at
        from orders where status = 'paid' and season_id = any($1::bigint[])`,
      `insert into journal_entries (loft_id, season_id, order_id, kind, currency, at)
        select loft_id, season_id, id, 'charged', 'EUR', created_at from orders where season_id = any($1::bigint[])`,
      `insert into postings (loft_id, entry_id, account, amount_cents)
        select e.loft_id, e.id, a.account, a.sign * 25000 from journal_entries e,
          (values ('receivable', 1), ('income', -1)) a (account, sign) where e.season_id = any($1::bigint[])`,
      `insert into order_sums
        select loft_id, season_id, status, case when is_to_pay(status) then pay_until end, count(*), sum(amount_cents)
        from orders where season_id = any($1::bigint[]) group by 1, 2, 3, 4`,
    ])
      await client.query(statement, [ids]);
    await client.query('vacuum analyze');
    return made;
  } finally {
    await client.query('reset session_replication_role');
  }
}

/** Adds people who have neither teams nor orders. @param client of a superuser */
export async function addPeople(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into users (issuer, subject, email, first_name, last_name)
      select 'others', i::text, 'o' || i || '@example.org', 'Someone', 'Else' || i from generate_series(1, $1::int) i`,
    [count],
  );
}
