-- How many orders of a season stand where, and what they come to: an overview that counted them itself would take as long
-- as there are orders. The program counts each step in its transaction, and the season is held for it.
create table order_sums (
  loft_id      bigint not null,
  season_id    bigint not null,
  status       text not null,
  -- When the days to pay are over; of orders that are not to be paid null.
  pay_until    timestamptz(3),
  orders       int not null check (orders > 0),
  amount_cents bigint not null check (amount_cents >= 0),
  unique nulls not distinct (loft_id, season_id, status, pay_until),
  foreign key (loft_id, season_id) references seasons (loft_id, id)
);

create function is_to_pay(status text) returns boolean language sql immutable parallel safe
return status in ('confirmed', 'payment_pending', 'revoked');

insert into order_sums
select loft_id, season_id, status, case when is_to_pay(status) then pay_until end, count(*), sum(amount_cents)
from orders group by 1, 2, 3, 4;

-- Those that have to be paid, by their day.
create index orders_due on orders (loft_id, season_id, pay_until, number)
  where status in ('confirmed', 'payment_pending', 'revoked');
-- How birds stand, counted without reading them. The season first: see 0094.
create index pigeons_by_standing on pigeons (season_id, health, progress, loft_id);
create index pigeons_in_transit on pigeons (loft_id, season_id) where location = 'in_transit';
create index pigeons_to_pay on pigeons (loft_id, season_id)
  where progress in ('reserve_activation_pending', 'final_flight_activation_pending');
create index activations_by_season on activations (loft_id, season_id, kind) where ended_at is null;

-- Orders are booked where they stand and where they are counted, as places are (0082): at the end of the transaction both
-- are even.
create function book_orders(season_id bigint, status text, pay_until timestamptz, orders int, amount_cents bigint)
returns void language plpgsql as $$
declare
  here text := 'orders ' || status || case when is_to_pay(status) then coalesce(' until ' || extract(epoch from pay_until), '') else '' end
    || ' of season ' || season_id;
begin
  perform book_place(here, orders);
  perform book_place('cents of ' || here, amount_cents);
end $$;

create function book_standing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.status, old.pay_until) is not distinct from (new.status, new.pay_until) then return null; end if;
    perform book_orders(old.season_id, old.status, old.pay_until, -1, -old.amount_cents);
  end if;
  perform book_orders(new.season_id, new.status, new.pay_until, 1, new.amount_cents);
  return null;
end $$;
create trigger book after insert or update of status, pay_until on orders for each row execute function book_standing();

create function book_order_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform book_orders(old.season_id, old.status, old.pay_until, old.orders, old.amount_cents);
  end if;
  if tg_op <> 'DELETE' then
    perform book_orders(new.season_id, new.status, new.pay_until, -new.orders, -new.amount_cents);
  end if;
  return null;
end $$;
create trigger book after insert or update or delete on order_sums for each row execute function book_order_sums();

create constraint trigger counted after insert or update of status, pay_until on orders deferrable initially deferred
  for each row execute function keep_taken();
create constraint trigger counted after insert or update or delete on order_sums deferrable initially deferred
  for each row execute function keep_taken();
