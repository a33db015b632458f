-- What an operator says of a loft: how it is reached, counted and found, which package it has and had, and what the
-- people who run it note down for each other.

alter table lofts
  add column currency         char(3) not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  add column email            text check (length(email) between 3 and 128),
  add column phone            text check (phone ~ '^\+[1-9][0-9]{3,14}$'),
  add column website          text check (website ~ '^https://[^ ]+$' and length(website) <= 512),
  add column street           text check (length(street) between 1 and 128),
  add column zipcode          text check (length(zipcode) between 1 and 32),
  add column city             text check (length(city) between 1 and 128),
  -- Who saves says which version they changed; two forms, two numbers, so that one does not spoil the other.
  add column settings_version int not null default 1,
  add column address_version  int not null default 1;

alter index lofts_by_name rename to "error_unique.name.lofts";

-- A zone that the database cannot count in is none.
create function known_time_zone() returns trigger language plpgsql as $$
begin
  perform now() at time zone new.time_zone;
  return new;
exception when invalid_parameter_value then
  raise exception 'no time zone %', new.time_zone using errcode = 'check_violation', constraint = 'error_time_zone.time_zone';
end $$;
create trigger known_time_zone before insert or update of time_zone on lofts
  for each row execute function known_time_zone();

create table loft_tags (
  loft_id  bigint not null references lofts (id),
  tag_name text not null check (tag_name ~ '^[[:alnum:]][[:alnum:] -]{0,31}$' and tag_name = lower(tag_name)),
  primary key (loft_id, tag_name)
);

-- Which package a loft has (4.12): the last row counts. Grows only; who was here before has the old one.
create table loft_types (
  loft_id  bigint not null references lofts (id),
  n        int not null check (n >= 1),
  package  text not null check (package in ('premium', 'basic', 'legacy')),
  given_at timestamptz(3) not null default now(),
  -- Null: the program itself.
  user_id  bigint references users (id),
  primary key (loft_id, n)
);
create trigger append_only before update or delete on loft_types for each row execute function refuse_change();
create trigger append_only_all before truncate on loft_types execute function refuse_change();
insert into loft_types (loft_id, n, package, given_at) select id, 1, 'legacy', created_at from lofts;

-- What a loft has paid for: 12 or 24 months (9.3), never two at a time.
create table loft_subscriptions (
  loft_id   bigint not null references lofts (id),
  id        bigint generated always as identity,
  months    int not null check (months in (12, 24)),
  starts_at date not null,
  -- The last day.
  ends_at   date not null generated always as ((starts_at + make_interval(months => months))::date - 1) stored,
  given_at  timestamptz(3) not null default now(),
  user_id   bigint references users (id),
  primary key (loft_id, id),
  constraint subscription_overlaps
    exclude using gist (loft_id with =, daterange(starts_at, (starts_at + make_interval(months => months))::date) with &&)
);

create table loft_notes (
  loft_id    bigint not null references lofts (id),
  id         bigint generated always as identity,
  -- Null: taken away; that there was one, and whose, stays.
  text       text check (length(text) between 1 and 4000),
  is_pinned  boolean not null default false,
  user_id    bigint not null references users (id),
  at         timestamptz(3) not null default now(),
  primary key (loft_id, id)
);
create index loft_notes_in_order on loft_notes (loft_id, is_pinned desc, id desc) where text is not null;
