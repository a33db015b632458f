-- The due dates of a season (specification 3.4, 5.1, 5.2). A rule of the domain that the database keeps too is named by
-- the code of its refusal and the field it is told at, "code.field", so that both say the same (server/db/refusals.ts).

create table due_date_categories (
  id   smallint primary key,
  code text not null unique
);
insert into due_date_categories (id, code) values
  (1, 'registration'),
  (2, 'payment'),
  (3, 'pigeon_shipping'),
  (4, 'final_flight_activation'),
  (5, 'pigeon_sale'),
  (6, 'reserve_activation');

create table due_dates (
  loft_id              bigint not null,
  season_id            bigint not null,
  id                   bigint generated always as identity,
  due_date_category_id smallint not null references due_date_categories (id),
  name                 text not null check (length(name) between 1 and 128),
  description          text check (length(description) between 1 and 4000),
  starts_at            date not null check (starts_at between '1900-01-01' and '2200-12-31'),
  ends_at              date not null check (ends_at between '1900-01-01' and '2200-12-31'),
  -- In working days.
  max_duration         int check (max_duration between 1 and 365),
  -- How often it was saved: who changes it says which one was seen.
  version              int not null default 1,
  primary key (loft_id, season_id, id),
  unique (id),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  constraint "due_date_range_invalid.ends_at" check (starts_at <= ends_at),
  constraint "max_duration_for_payment_only.max_duration" check (max_duration is null or due_date_category_id = 2)
);
-- Only shipping may have more than one window.
create unique index "due_date_twice.due_date_category_id" on due_dates (loft_id, season_id, due_date_category_id)
  where due_date_category_id <> 3;

-- What two of them may not say together. Two changes at the same moment wait for each other at the season's row.
create function refuse_due_dates() returns trigger language plpgsql as $$
declare
  no text;
begin
  perform 1 from seasons where loft_id = new.loft_id and id = new.season_id for no key update;
  with season as (
    select due_date_category_id as category, starts_at, ends_at
    from due_dates where loft_id = new.loft_id and season_id = new.season_id
  ), pairs as (
    select a.category as earlier, b.category as later,
      b.starts_at < a.starts_at as starts_before, b.ends_at < a.ends_at as ends_before, b.ends_at < a.ends_at + 2 as too_early
    from season a, season b
  )
  select case
    when bool_or(earlier = 1 and later = 2 and starts_before) then 'payment_before_registration.starts_at'
    when bool_or(earlier = 1 and later = 2 and too_early) then 'payment_ends_too_early.ends_at'
    when bool_or(earlier = 1 and later = 3 and starts_before) then 'shipping_before_registration.starts_at'
    when bool_or(earlier = 2 and later = 3 and ends_before) then 'shipping_ends_before_payment.ends_at'
  end into no from pairs;
  if no is not null then
    raise exception 'the due dates of season % contradict each other: %', new.season_id, no
      using errcode = 'check_violation', constraint = no;
  end if;
  return null;
end $$;
create constraint trigger due_dates_agree after insert or update on due_dates
  for each row execute function refuse_due_dates();
