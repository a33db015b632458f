-- Orders of places in a season (specification 3.6, 4.1, 5.3): what was ordered at which price, the states of an order,
-- and the places it holds. The steps are those of src/domain/orders/order.ts (decision 30).

insert into status_edges (machine, from_status, event, to_status) values
  ('order', 'new', 'create', 'pending'),
  ('order', 'pending', 'confirm', 'confirmed'),
  ('order', 'pending', 'reject', 'rejected'),
  ('order', 'pending', 'cancel', 'cancelled'),
  ('order', 'confirmed', 'start_payment', 'payment_pending'),
  ('order', 'confirmed', 'settle', 'paid'),
  ('order', 'confirmed', 'reject', 'rejected'),
  ('order', 'confirmed', 'cancel', 'cancelled'),
  ('order', 'payment_pending', 'settle', 'paid'),
  ('order', 'payment_pending', 'fail_payment', 'confirmed'),
  ('order', 'payment_pending', 'reject', 'rejected'),
  ('order', 'payment_pending', 'cancel', 'cancelled'),
  ('order', 'paid', 'revoke', 'revoked'),
  ('order', 'paid', 'reject', 'rejected'),
  ('order', 'revoked', 'start_payment', 'payment_pending'),
  ('order', 'revoked', 'settle', 'paid'),
  ('order', 'revoked', 'reject', 'rejected'),
  ('order', 'revoked', 'cancel', 'cancelled');

-- How many places of a season are taken; only orders change it, below. The season's own numbers are the wall.
alter table seasons
  add taken_active_pigeons int not null default 0 check (taken_active_pigeons >= 0),
  add taken_reserve_pigeons int not null default 0 check (taken_reserve_pigeons >= 0),
  add constraint "error_registration_pigeons" check (taken_active_pigeons + taken_reserve_pigeons <= max_pigeons),
  add constraint "most_active_pigeons" check (taken_active_pigeons <= max_active_pigeons),
  add constraint "most_reserve_pigeons" check (taken_reserve_pigeons <= max_reserve_pigeons);

create table orders (
  loft_id         bigint not null,
  season_id       bigint not null,
  id              bigint generated always as identity,
  -- Counted in its season.
  number          int not null check (number >= 1),
  user_id         bigint not null references users (id),
  -- Under whose name the birds fly.
  team_id         bigint,
  -- The sum of its positions, in the season's currency; a sum above what a card can be charged is refused before.
  amount_cents    bigint not null check (amount_cents between 0 and 99999999999),
  pigeons_active  int not null check (pigeons_active >= 0),
  pigeons_reserve int not null check (pigeons_reserve >= 0),
  status          text not null default 'pending',
  -- The instant at which the days to pay are over; null while nothing is to be paid.
  pay_until       timestamptz(3),
  created_at      timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, season_id, id),
  unique (loft_id, season_id, number),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  foreign key (loft_id, season_id, team_id) references teams (loft_id, season_id, id)
);
create index orders_by_user on orders (user_id);
create index orders_to_pay on orders (pay_until) where status in ('confirmed', 'payment_pending', 'revoked');

-- Price and birds as they were when it was ordered.
create table order_positions (
  loft_id         bigint not null,
  season_id       bigint not null,
  order_id        bigint not null,
  n               int not null check (n >= 1),
  product_id      bigint not null,
  quantity        int not null check (quantity between 1 and 1000),
  amount_cents    int not null check (amount_cents >= 0),
  pigeons_active  int not null check (pigeons_active >= 0),
  pigeons_reserve int not null check (pigeons_reserve >= 0),
  primary key (loft_id, order_id, n),
  unique (loft_id, order_id, product_id),
  foreign key (loft_id, season_id, order_id) references orders (loft_id, season_id, id),
  foreign key (loft_id, season_id, product_id) references products (loft_id, season_id, id)
);
create index order_positions_by_product on order_positions (product_id);
create trigger append_only before update or delete on order_positions for each row execute function refuse_change();
create trigger append_only_all before truncate on order_positions execute function refuse_change();

create table order_history (
  loft_id     bigint not null,
  order_id    bigint not null,
  n           int not null check (n >= 1),
  prev_n      int generated always as (nullif(n - 1, 0)) stored,
  machine     text not null default 'order' check (machine = 'order'),
  from_status text not null,
  to_status   text not null,
  at          timestamptz(3) not null,
  reason      text check (length(reason) between 1 and 1000),
  -- Null: the program itself.
  user_id     bigint references users (id),
  primary key (loft_id, order_id, n),
  unique (loft_id, order_id, n, to_status),
  foreign key (loft_id, order_id) references orders (loft_id, id),
  foreign key (machine, from_status, to_status) references status_edges (machine, from_status, to_status),
  foreign key (loft_id, order_id, prev_n, from_status) references order_history (loft_id, order_id, n, to_status),
  check ((n = 1) = (from_status = 'new'))
);
create trigger append_only before update or delete on order_history for each row execute function refuse_change();
create trigger append_only_all before truncate on order_history execute function refuse_change();
create trigger carry after insert on order_history for each row execute function carry_status('orders', 'order_id');
create trigger guard before insert or update of status on orders
  for each row execute function guard_status('order_history', 'order_id', 'pending');
create constraint trigger history after insert on orders deferrable initially deferred
  for each row execute function need_history('order_history', 'order_id');

-- Amount and birds of an order are those of its positions, whoever writes.
create function keep_order_sum() returns trigger language plpgsql as $$
declare
  total record;
begin
  select coalesce(sum(p.amount_cents::bigint * p.quantity), 0) as amount, coalesce(sum(p.pigeons_active * p.quantity), 0) as active,
    coalesce(sum(p.pigeons_reserve * p.quantity), 0) as reserve
    into total from order_positions p where p.loft_id = new.loft_id and p.order_id = new.id;
  if (total.amount, total.active, total.reserve) is distinct from (new.amount_cents, new.pigeons_active::bigint, new.pigeons_reserve::bigint) then
    raise exception 'order % is not the sum of its positions', new.id using errcode = 'check_violation', constraint = 'order_sum';
  end if;
  return null;
end $$;
create constraint trigger sum_of_positions after insert or update of amount_cents, pigeons_active, pigeons_reserve on orders
  deferrable initially deferred for each row execute function keep_order_sum();

-- Something that was ordered once is in use for good, even when the order was cancelled: somebody has its name and price
-- on paper (5.5). How much of it is sold comes and goes with the orders.
alter table products add in_use boolean not null default false;
update products set in_use = sold > 0;
create function note_use() returns trigger language plpgsql as $$
begin
  new.in_use := new.in_use or new.sold > 0 or (tg_op = 'UPDATE' and old.in_use);
  return new;
end $$;
create trigger a_note_use before insert or update on products for each row execute function note_use();
drop trigger keep_sold on products;
create trigger keep_sold before update or delete on products
  for each row when (old.in_use) execute function keep_sold_product();

create or replace function keep_currency() returns trigger language plpgsql as $$
begin
  if exists (select from products where loft_id = new.loft_id and season_id = new.id and in_use) then
    raise exception 'season % has sold in %', new.id, old.currency
      using errcode = 'check_violation', constraint = 'product_in_use.currency';
  end if;
  return new;
end $$;

-- An order takes its places when it is made and gives them back when it is rejected or cancelled: once, in the
-- transaction of the step, and by nobody else. Two orders at the same moment wait for each other at the season's row.
create function count_places() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  sign int := case when new.n = 1 then 1 when new.to_status in ('rejected', 'cancelled') then -1 end;
begin
  if sign is null then return null; end if;
  update seasons s set taken_active_pigeons = taken_active_pigeons + sign * o.pigeons_active,
    taken_reserve_pigeons = taken_reserve_pigeons + sign * o.pigeons_reserve
  from orders o where o.loft_id = new.loft_id and o.id = new.order_id and s.loft_id = o.loft_id and s.id = o.season_id;
  update products p set sold = p.sold + sign * op.quantity
  from order_positions op where op.loft_id = new.loft_id and op.order_id = new.order_id
    and p.loft_id = op.loft_id and p.season_id = op.season_id and p.id = op.product_id;
  return null;
end $$;
create trigger count_places after insert on order_history for each row execute function count_places();
