-- What follows from a step of an order or a bird is done by the program, in one list (src/server/consequences.ts). The
-- triggers that did it go; instead the database refuses the commit of a step from which something did not follow.

drop trigger count_places on order_history;
drop trigger journal on order_history;
drop trigger leave_places on order_history;
drop trigger end_transport on order_history;
drop trigger move_activated on order_history;
drop trigger follow_sale on order_history;
drop trigger leave_sale on pigeon_history;
drop trigger count_new on activations;
drop trigger count_ended on activations;
drop trigger count_extra_place on extra_places;
drop trigger count_in on baskets;
drop trigger count_out on baskets;
drop trigger follow on rulebooks;
drop trigger withdraw_letters on seasons;
drop trigger show_otherwise on seasons;
drop trigger leave_orders on teams;
drop function count_places, journal_order, leave_places, end_transport, move_activated, follow_sale, leave_sale,
  count_activated, count_extra_place, count_basketed, follow_rulebook, withdraw_letters, show_otherwise, leave_orders;

create function ends_order(status text) returns boolean language sql immutable
return status in ('rejected', 'cancelled');

-- Places are booked on both sides within a transaction: by the order, the activation or the bird that takes or gives them
-- back, and by the sum that is counted. At its end both sides are even, so that sums which were right stay right, at the
-- same cost for the ten thousandth order as for the first.
create function book_place(place text, amount bigint) returns void language plpgsql as $$
declare
  booked jsonb := coalesce(nullif(current_setting('loftline.places', true), ''), '{}');
begin
  if amount <> 0 then
    perform set_config('loftline.places',
      (booked || jsonb_build_object(place, coalesce((booked ->> place)::bigint, 0) + amount))::text, true);
  end if;
end $$;

create function book_order() returns trigger language plpgsql as $$
declare
  o orders;
  sold record;
  sign int := case when new.n = 1 then 1 else -1 end;
begin
  select * into strict o from orders where loft_id = new.loft_id and id = new.order_id;
  perform book_place('active of season ' || o.season_id, sign * o.pigeons_active);
  perform book_place('reserve of season ' || o.season_id, sign * o.pigeons_reserve);
  for sold in select product_id, quantity from order_positions where loft_id = o.loft_id and order_id = o.id loop
    perform book_place('product ' || sold.product_id, sign * sold.quantity);
  end loop;
  return null;
end $$;
create trigger book after insert on order_history for each row
  when (new.n = 1 or ends_order(new.to_status)) execute function book_order();

create function book_beside() returns trigger language plpgsql as $$
declare
  bird jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform book_place(
    case bird ->> 'kind' when 'outside_order' then 'outside' else 'activated' end || ' of season ' || (bird ->> 'season_id'),
    case when tg_op = 'INSERT' then 1 else -1 end);
  return null;
end $$;
create trigger book after insert on activations for each row
  when (new.kind = 'reserve' and new.replaces_pigeon_id is null) execute function book_beside();
create trigger book_ended after update of ended_at on activations for each row
  when (new.kind = 'reserve' and new.replaces_pigeon_id is null and old.ended_at is null and new.ended_at is not null)
  execute function book_beside();
create trigger book after insert or delete on extra_places for each row execute function book_beside();

create function book_sums() returns trigger language plpgsql as $$
begin
  perform book_place('active of season ' || new.id, coalesce(old.taken_active_pigeons, 0) - new.taken_active_pigeons);
  perform book_place('reserve of season ' || new.id, coalesce(old.taken_reserve_pigeons, 0) - new.taken_reserve_pigeons);
  perform book_place('activated of season ' || new.id,
    coalesce(old.activated_reserve_pigeons, 0) - new.activated_reserve_pigeons);
  perform book_place('outside of season ' || new.id, coalesce(old.outside_order_pigeons, 0) - new.outside_order_pigeons);
  return null;
end $$;
create trigger book after insert or update of taken_active_pigeons, taken_reserve_pigeons, activated_reserve_pigeons,
  outside_order_pigeons on seasons for each row execute function book_sums();

create function book_sold() returns trigger language plpgsql as $$
begin
  perform book_place('product ' || new.id, coalesce(old.sold, 0) - new.sold);
  return null;
end $$;
create trigger book after insert or update of sold on products for each row execute function book_sold();

create function keep_taken() returns trigger language plpgsql as $$
declare
  uneven text := (
    select string_agg(place || ': ' || amount, ', ' order by place)
    from jsonb_each_text(coalesce(nullif(current_setting('loftline.places', true), ''), '{}')::jsonb) as booked (place, amount)
    where amount <> '0');
begin
  if uneven is not null then
    raise exception 'places are taken that are not counted, or counted that are not taken (%)', uneven
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger taken after insert on order_history deferrable initially deferred
  for each row when (new.n = 1 or ends_order(new.to_status)) execute function keep_taken();
create constraint trigger taken after insert or update of taken_active_pigeons, taken_reserve_pigeons,
  activated_reserve_pigeons, outside_order_pigeons on seasons
  deferrable initially deferred for each row execute function keep_taken();
create constraint trigger taken after insert or update of sold on products
  deferrable initially deferred for each row execute function keep_taken();
create constraint trigger taken after insert or update of ended_at on activations
  deferrable initially deferred for each row execute function keep_taken();
create constraint trigger taken after insert or delete on extra_places
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

-- A flight goes up with as many birds as are on its list, and afterwards too.
create function keep_basketed() returns trigger language plpgsql as $$
declare
  flight bigint := (case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> case tg_table_name when 'flights' then 'id' else 'flight_id' end)::bigint;
begin
  if current_setting('loftline.basketed', true) = flight::text then return null; end if;
  perform set_config('loftline.basketed', flight::text, true);
  if exists (select from flights f where f.id = flight and f.basketed_count <> (
    select count(*) from baskets b where b.loft_id = f.loft_id and b.flight_id = f.id)) then
    raise exception 'flight % counts other birds than are on its basketing list', flight using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger basketed after insert or delete on baskets deferrable initially deferred
  for each row execute function keep_basketed();
create constraint trigger basketed after insert or update of basketed_count on flights deferrable initially deferred
  for each row execute function keep_basketed();

-- A flight that is not released follows the latest version of its season's rulebook.
create function keep_to_latest() returns trigger language plpgsql as $$
begin
  if exists (select from flights where loft_id = new.loft_id and season_id = new.season_id
    and rulebook_version < new.version and status in ('planned', 'basketing')) then
    raise exception 'a flight of season % does not follow version % of its rulebook', new.season_id, new.version
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger followed after insert on rulebooks deferrable initially deferred
  for each row execute function keep_to_latest();

-- An order that is kept says for which team it was, and no order that holds places loses its team.
create function keep_team_of_orders() returns trigger language plpgsql as $$
begin
  if exists (select from orders where loft_id = old.loft_id and season_id = old.season_id and team_id = old.id
    and status not in ('rejected', 'cancelled')) then
    raise exception 'an order is for team %', old.id using errcode = 'foreign_key_violation', constraint = 'team_has_order';
  end if;
  if exists (select from orders where loft_id = old.loft_id and season_id = old.season_id and team_id = old.id
    and team_was is null) then
    raise exception 'orders of team % do not say what it was called', old.id using errcode = 'check_violation';
  end if;
  return old;
end $$;
create trigger keep_team before delete on teams for each row execute function keep_team_of_orders();

-- Followers begin anew where their season shows something else, in the transaction in which it does.
create function keep_epoch() returns trigger language plpgsql as $$
begin
  if new.epoch <> old.epoch + 1 or not exists (
    select from flights f join seasons s on s.loft_id = f.loft_id and s.id = f.season_id
    where f.loft_id = new.loft_id and f.id = new.flight_id and s.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'the season of flight % shows nothing else', new.flight_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_epoch before update of epoch on flight_streams
  for each row when (new.epoch <> old.epoch) execute function keep_epoch();
