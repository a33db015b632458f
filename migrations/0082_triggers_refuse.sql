-- What follows from a step of an order or a bird is done by the program, in one list (src/server/consequences.ts). The
-- triggers that did it go; instead the database refuses the commit of a step from which something did not follow.

drop trigger count_places on order_history;
drop trigger journal on order_history;
drop trigger leave_places on order_history;
drop trigger end_transport on order_history;
drop trigger move_activated on order_history;
drop trigger follow_sale on order_history;
drop trigger leave_sale on pigeon_history;
drop function count_places, journal_order, leave_places, end_transport, move_activated, follow_sale, leave_sale;

create function ends_order(status text) returns boolean language sql immutable
return status in ('rejected', 'cancelled');

-- The places that are taken are those of the orders that have not ended.
create function keep_taken() returns trigger language plpgsql as $$
declare
  season bigint := case tg_table_name when 'seasons' then (to_jsonb(new) ->> 'id')::bigint
    when 'products' then (to_jsonb(new) ->> 'season_id')::bigint
    else (select season_id from orders where loft_id = new.loft_id and id = (to_jsonb(new) ->> 'order_id')::bigint) end;
begin
  if tg_table_name <> 'products' and exists (
    select from seasons s
    cross join lateral (
      select coalesce(sum(o.pigeons_active), 0) as active, coalesce(sum(o.pigeons_reserve), 0) as reserve from orders o
      where o.loft_id = s.loft_id and o.season_id = s.id and not ends_order(o.status)) held
    where s.loft_id = new.loft_id and s.id = season
      and (s.taken_active_pigeons, s.taken_reserve_pigeons) is distinct from (held.active, held.reserve)
  ) then
    raise exception 'season % has other places taken than its orders hold', season using errcode = 'check_violation';
  end if;
  if tg_table_name <> 'seasons' and exists (
    select from products p
    where p.loft_id = new.loft_id and p.season_id = season and case tg_table_name
        when 'products' then p.id = (to_jsonb(new) ->> 'id')::bigint
        else p.id in (select op.product_id from order_positions op
          where op.loft_id = new.loft_id and op.order_id = (to_jsonb(new) ->> 'order_id')::bigint) end
      and p.sold is distinct from (
        select coalesce(sum(op.quantity), 0) from order_positions op
        join orders o on o.loft_id = op.loft_id and o.id = op.order_id
        where op.loft_id = p.loft_id and op.season_id = p.season_id and op.product_id = p.id and not ends_order(o.status))
  ) then
    raise exception 'a product of season % is sold more or less often than its orders say', season
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger taken after insert on order_history deferrable initially deferred
  for each row when (new.n = 1 or ends_order(new.to_status)) execute function keep_taken();
create constraint trigger taken after insert or update of taken_active_pigeons, taken_reserve_pigeons on seasons
  deferrable initially deferred for each row execute function keep_taken();
create constraint trigger taken after insert or update of sold on products
  deferrable initially deferred for each row execute function keep_taken();

-- What an order stands at, everything that hangs on it says too.
create function keep_consequences() returns trigger language plpgsql as $$
declare
  o orders;
  fact text := case
    when new.from_status = 'pending' and new.to_status = 'confirmed' then 'charged'
    when ends_order(new.to_status) and new.from_status in ('confirmed', 'payment_pending', 'revoked') then 'discharged'
    when ends_order(new.to_status) and new.from_status = 'paid' then 'owed'
  end;
  missing text;
begin
  select * into strict o from orders where loft_id = new.loft_id and id = new.order_id;
  if fact is not null and o.amount_cents > 0 and not exists (
    select from journal_entries j
    where j.order_id = o.id and j.loft_id = o.loft_id and j.payment_id is null and j.kind = fact and j.at = new.at)
  then missing := 'journal';
  elsif fact = 'owed' and o.amount_cents > 0 and not exists (
    select from refunds r where r.loft_id = o.loft_id and r.order_id = o.id and r.cause = 'rejected')
  then missing := 'refund';
  elsif ends_order(o.status) and exists (
    select from entries e join pigeons p on p.loft_id = e.loft_id and p.id = e.pigeon_id
    where e.loft_id = o.loft_id and e.order_id = o.id and p.health = 'assigned')
  then missing := 'places left';
  elsif ends_order(o.status) and exists (
    select from transports t where t.loft_id = o.loft_id and t.order_id = o.id and t.status in ('pending', 'confirmed'))
  then missing := 'transport';
  elsif exists (
    select from activations a join pigeons p on p.loft_id = a.loft_id and p.id = a.pigeon_id
    where a.order_id = o.id and a.loft_id = o.loft_id and case
      when ends_order(o.status) then a.ended_at is null
      when o.status = 'paid' then p.progress = case a.kind
        when 'reserve' then 'reserve_activation_pending' else 'final_flight_activation_pending' end
      when new.from_status = 'paid' then case a.kind
        when 'reserve' then p.health = 'activated_reserve' else p.progress = 'final_flight_activated' end
    end)
  then missing := 'activation';
  elsif exists (
    select from sale_orders s join listings l on l.loft_id = s.loft_id and l.id = s.listing_id
    where s.loft_id = o.loft_id and s.order_id = o.id and (
      (o.status = 'paid') is distinct from exists (
        select from pigeon_rights r where r.order_id = o.id and r.loft_id = o.loft_id and r.until_day is null)
      or case
        when o.status = 'paid' then l.status <> 'sold'
        when not ends_order(o.status) then l.status <> 'reserved'
        else l.status in ('reserved', 'sold') and not exists (
          select from sale_orders other join orders held on held.loft_id = other.loft_id and held.id = other.order_id
          where other.loft_id = s.loft_id and other.listing_id = s.listing_id and not ends_order(held.status))
      end))
  then missing := 'sale';
  end if;
  if missing is not null then
    raise exception 'order % is %, and does not say so of it: %', o.id, o.status, missing using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger consequences after insert on order_history deferrable initially deferred
  for each row execute function keep_consequences();

-- An activation ends with its order, and not before.
create function keep_until_order_ends() returns trigger language plpgsql as $$
begin
  if not ends_order((select status from orders where loft_id = new.loft_id and id = new.order_id)) then
    raise exception 'order % has not ended, nor has its activation', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ended after update of ended_at on activations deferrable initially deferred
  for each row when (new.ended_at is not null) execute function keep_until_order_ends();

-- A bird that is not for sale is not listed, unless somebody has ordered it.
create function keep_off_sale() returns trigger language plpgsql as $$
begin
  if exists (
    select from pigeons p join listings l on l.loft_id = p.loft_id and l.pigeon_id = p.id and l.status = 'listed'
    where p.loft_id = new.loft_id and p.id = new.pigeon_id and p.health <> 'for_sale') then
    raise exception 'pigeon % is listed and not for sale', new.pigeon_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger off_sale after insert on pigeon_history deferrable initially deferred
  for each row when (new.from_status = 'for_sale') execute function keep_off_sale();
