-- What a season sells (specification 3.5, 5.4–5.6, 5.13). Constraints are named by the refusal of the rule and its field
-- (server/db/refusals.ts).

create table product_categories (
  id                   smallint primary key,
  code                 text not null unique,
  -- Within which its products are sold (5.6).
  due_date_category_id smallint not null references due_date_categories (id)
);
insert into product_categories (id, code, due_date_category_id) values
  (1, 'entry_fee', 1),
  (2, 'final_flight_activation', 4),
  (3, 'reserve_activation', 6),
  (4, 'third_party_activation', 5),
  (5, 'add_on', 1);

create table products (
  loft_id             bigint not null,
  season_id           bigint not null,
  id                  bigint generated always as identity,
  product_category_id smallint not null references product_categories (id),
  name                text not null check (length(name) between 1 and 128),
  description         text not null default '' check (length(description) <= 4000),
  amount_cents        int not null,
  pigeons_active      int not null default 0,
  pigeons_reserve     int not null default 0,
  -- Null: any number.
  max_quantity        int,
  -- Its own availability inside its due date; null: as long as that.
  starts_at           date check (starts_at between '1900-01-01' and '2200-12-31'),
  ends_at             date check (ends_at between '1900-01-01' and '2200-12-31'),
  -- How many were ordered; who takes an order counts it here, in the same transaction. What was sold is in use.
  sold                int not null default 0 check (sold >= 0),
  -- How often it was saved: who changes it says which one was seen.
  version             int not null default 1,
  primary key (loft_id, season_id, id),
  unique (id),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  constraint "error_min_value.amount_cents" check (amount_cents >= 0),
  constraint "error_max_value.amount_cents" check (amount_cents <= 100000000),
  constraint "error_min_value.pigeons_active" check (pigeons_active >= 0),
  constraint "error_max_value.pigeons_active" check (pigeons_active <= 1000),
  constraint "error_min_value.pigeons_reserve" check (pigeons_reserve >= 0),
  constraint "error_max_value.pigeons_reserve" check (pigeons_reserve <= 1000),
  constraint "product_without_pigeons.pigeons_active"
    check (product_category_id <> 1 or pigeons_active + pigeons_reserve > 0),
  constraint "error_max_value.max_quantity" check (max_quantity < 2147483647),
  constraint "error_min_value.max_quantity" check (max_quantity >= sold),
  constraint "due_date_range_invalid.ends_at" check (starts_at <= ends_at)
);

-- Its own availability lies inside its due date (5.6). A due date that is changed later leaves products as they are:
-- they are sold on the days of both.
create function keep_inside_due_date() returns trigger language plpgsql as $$
declare
  parent record;
  no text;
begin
  select d.starts_at, d.ends_at into parent
  from due_dates d join product_categories c on c.due_date_category_id = d.due_date_category_id
  where d.loft_id = new.loft_id and d.season_id = new.season_id and c.id = new.product_category_id;
  no := case
    when parent is null then 'product_due_date_missing.' || case when new.starts_at is null then 'ends_at' else 'starts_at' end
    when new.starts_at not between parent.starts_at and parent.ends_at then 'product_outside_due_date.starts_at'
    when new.ends_at not between parent.starts_at and parent.ends_at then 'product_outside_due_date.ends_at'
  end;
  if no is not null then
    raise exception 'product %: %', new.id, no using errcode = 'check_violation', constraint = no;
  end if;
  return new;
end $$;
create trigger inside_due_date before insert or update of product_category_id, starts_at, ends_at on products
  for each row when (new.starts_at is not null or new.ends_at is not null) execute function keep_inside_due_date();

-- What was sold stays what it was, but for its period and quantity (5.5).
create function keep_sold_product() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.product_category_id, new.name, new.description, new.amount_cents, new.pigeons_active,
      new.pigeons_reserve) is distinct from (old.product_category_id, old.name, old.description, old.amount_cents,
      old.pigeons_active, old.pigeons_reserve) then
    raise exception 'product % was sold', old.id using errcode = 'check_violation', constraint = 'product_in_use';
  end if;
  return new;
end $$;
create trigger keep_sold before update or delete on products
  for each row when (old.sold > 0) execute function keep_sold_product();

-- A season that has had a product with the entry fee keeps one (5.4). Two removals at the same moment wait for each
-- other at the season's row.
create function keep_an_entry_fee() returns trigger language plpgsql as $$
begin
  perform 1 from seasons where loft_id = old.loft_id and id = old.season_id for no key update;
  if not exists (
    select from products where loft_id = old.loft_id and season_id = old.season_id and product_category_id = 1) then
    raise exception 'season % would have no product with the entry fee', old.season_id
      using errcode = 'check_violation', constraint = 'entry_fee_product_needed';
  end if;
  return null;
end $$;
create trigger keep_an_entry_fee after update of product_category_id or delete on products
  for each row when (old.product_category_id = 1) execute function keep_an_entry_fee();

-- What was sold was sold for an amount of one currency.
create function keep_currency() returns trigger language plpgsql as $$
begin
  if exists (select from products where loft_id = new.loft_id and season_id = new.id and sold > 0) then
    raise exception 'season % has sold in %', new.id, old.currency
      using errcode = 'check_violation', constraint = 'product_in_use.currency';
  end if;
  return new;
end $$;
create trigger keep_currency before update of currency on seasons
  for each row when (old.currency is distinct from new.currency) execute function keep_currency();
