-- An order is money and steps: who pays what for which positions, in which currency. What it is for is its kind, and only
-- some kinds are of a season. A registration is the places that an order takes in a season.

alter table seasons add constraint seasons_currency unique (loft_id, id, currency);

alter table orders
  add kind text check (kind in ('registration', 'activation', 'sale', 'store')),
  add currency text check (currency ~ '^[A-Z]{3}$'),
  -- An order of a season is in its currency, which therefore stays once something was ordered.
  add foreign key (loft_id, season_id, currency) references seasons (loft_id, id, currency);

update orders o set
  kind = case
    when exists (select from sale_orders s where s.loft_id = o.loft_id and s.order_id = o.id) then 'sale'
    when exists (select from activations a where a.loft_id = o.loft_id and a.order_id = o.id) then 'activation'
    else 'registration'
  end,
  currency = (select s.currency from seasons s where s.loft_id = o.loft_id and s.id = o.season_id);

create table registrations (
  loft_id         bigint not null,
  season_id       bigint not null,
  order_id        bigint not null,
  pigeons_active  int not null check (pigeons_active >= 0),
  pigeons_reserve int not null check (pigeons_reserve >= 0),
  primary key (loft_id, order_id),
  foreign key (loft_id, season_id, order_id) references orders (loft_id, season_id, id)
);
insert into registrations (loft_id, season_id, order_id, pigeons_active, pigeons_reserve)
  select loft_id, season_id, id, pigeons_active, pigeons_reserve from orders where kind = 'registration';
create trigger append_only before update or delete on registrations for each row execute function refuse_change();
create trigger append_only_all before truncate on registrations execute function refuse_change();

-- Places are those of the products that were ordered: a product that was ordered once keeps how many it has.
drop trigger sum_of_positions on orders;
alter table orders
  drop column pigeons_active,
  drop column pigeons_reserve,
  alter kind set not null,
  alter currency set not null;
alter table order_positions drop column pigeons_active, drop column pigeons_reserve;

create or replace function keep_order_sum() returns trigger language plpgsql as $$
declare
  amount bigint := (select coalesce(sum(p.amount_cents::bigint * p.quantity), 0)
    from order_positions p where p.loft_id = new.loft_id and p.order_id = new.id);
begin
  if amount <> new.amount_cents then
    raise exception 'order % is not the sum of its positions', new.id using errcode = 'check_violation', constraint = 'order_sum';
  end if;
  return null;
end $$;
create constraint trigger sum_of_positions after insert or update of amount_cents on orders
  deferrable initially deferred for each row execute function keep_order_sum();

-- A registration has the places of what was ordered with it, and no other order has any.
create function keep_ordered_places() returns trigger language plpgsql as $$
declare
  o orders;
  ordered record;
begin
  select * into strict o from orders
    where loft_id = new.loft_id and id = (to_jsonb(new) ->> case tg_table_name when 'orders' then 'id' else 'order_id' end)::bigint;
  -- Products of the entry (1) and what is sold with it (5) take birds in; the others are for birds that the loft has.
  select coalesce(sum(pr.pigeons_active * p.quantity), 0) as active, coalesce(sum(pr.pigeons_reserve * p.quantity), 0) as reserve
    into ordered from order_positions p
    join products pr on pr.loft_id = p.loft_id and pr.season_id = p.season_id and pr.id = p.product_id
    where p.loft_id = o.loft_id and p.order_id = o.id and pr.product_category_id in (1, 5);
  if o.kind = 'registration' and not exists (
      select from registrations r where r.loft_id = o.loft_id and r.order_id = o.id
        and (r.pigeons_active, r.pigeons_reserve) = (ordered.active, ordered.reserve))
    or o.kind <> 'registration' and (ordered.active + ordered.reserve > 0 or exists (
      select from registrations r where r.loft_id = o.loft_id and r.order_id = o.id))
  then
    raise exception 'order % has not the places that were ordered', o.id using errcode = 'check_violation', constraint = 'order_places';
  end if;
  return null;
end $$;
create constraint trigger places after insert on orders deferrable initially deferred
  for each row execute function keep_ordered_places();
create constraint trigger places after insert on registrations deferrable initially deferred
  for each row execute function keep_ordered_places();

create or replace function book_order() returns trigger language plpgsql as $$
declare
  o orders;
  r registrations;
  sold record;
  sign int := case when new.n = 1 then 1 else -1 end;
begin
  select * into strict o from orders where loft_id = new.loft_id and id = new.order_id;
  select * into r from registrations where loft_id = new.loft_id and order_id = new.order_id;
  if found then
    perform book_place('active of season ' || r.season_id, sign * r.pigeons_active);
    perform book_place('reserve of season ' || r.season_id, sign * r.pigeons_reserve);
  end if;
  for sold in select product_id, quantity from order_positions
    where loft_id = o.loft_id and order_id = o.id and product_id is not null
  loop
    perform book_place('product ' || sold.product_id, sign * sold.quantity);
  end loop;
  return null;
end $$;

-- What is ordered of a loft and of no season has numbers of its own, positions with names instead of products, and a
-- journal that is the loft's.
alter table orders
  alter season_id drop not null,
  add check (case kind when 'store' then season_id is null and team_id is null else season_id is not null end),
  drop constraint orders_loft_id_season_id_number_key,
  add constraint orders_number unique nulls not distinct (loft_id, season_id, number),
  add foreign key (loft_id) references lofts (id);
alter table order_positions
  alter season_id drop not null,
  alter product_id drop not null,
  add name text check (length(name) between 1 and 200),
  add check ((product_id is null) = (name is not null)),
  add check (product_id is null or season_id is not null),
  add foreign key (loft_id, order_id) references orders (loft_id, id);
alter table payments alter season_id drop not null, add foreign key (loft_id, order_id) references orders (loft_id, id);
alter table payments add constraint payments_order unique (loft_id, order_id, id);
alter table refunds alter season_id drop not null,
  add foreign key (loft_id, order_id, payment_id) references payments (loft_id, order_id, id);
alter table journal_entries alter season_id drop not null,
  add foreign key (loft_id, order_id) references orders (loft_id, id),
  add foreign key (loft_id, order_id, payment_id) references payments (loft_id, order_id, id);

-- A key with a season that is null is not looked at: money that hangs on an order is of its season, or of none like it.
create function keep_season_of_order() returns trigger language plpgsql as $$
begin
  if new.season_id is distinct from (select season_id from orders where loft_id = new.loft_id and id = new.order_id) then
    raise exception '% of order % is of another season', tg_table_name, new.order_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_season before insert or update of season_id, order_id on order_positions
  for each row execute function keep_season_of_order();
create trigger keep_season before insert or update of season_id, order_id on payments
  for each row execute function keep_season_of_order();
create trigger keep_season before insert or update of season_id, order_id on refunds
  for each row execute function keep_season_of_order();
create trigger keep_season before insert or update of season_id, order_id on journal_entries
  for each row execute function keep_season_of_order();

-- A registration has so many birds as it has places.
create or replace function keep_places() returns trigger language plpgsql as $$
declare
  order_status text := (select status from orders where loft_id = new.loft_id and id = new.order_id for share);
begin
  if order_status in ('pending', 'rejected', 'cancelled') and (tg_op = 'INSERT' or old.order_id <> new.order_id) then
    raise exception 'order % takes no pigeons', new.order_id
      using errcode = 'check_violation', constraint = 'order_takes_no_pigeons';
  end if;
  if new.place > coalesce((select pigeons_active + pigeons_reserve from registrations
      where loft_id = new.loft_id and order_id = new.order_id), 0) then
    raise exception 'order % is full', new.order_id using errcode = 'check_violation', constraint = 'order_full';
  end if;
  return new;
end $$;

-- Where the orders of a season stand is counted (0095); those of none are no sum of any.
create or replace function book_standing() returns trigger language plpgsql as $$
begin
  if new.season_id is null then return null; end if;
  if tg_op = 'UPDATE' then
    if (old.status, old.pay_until) is not distinct from (new.status, new.pay_until) then return null; end if;
    perform book_orders(old.season_id, old.status, old.pay_until, -1, -old.amount_cents);
  end if;
  perform book_orders(new.season_id, new.status, new.pay_until, 1, new.amount_cents);
  return null;
end $$;
