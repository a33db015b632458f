-- Lofts and their seasons. Every table below a loft carries loft_id and is pointed at by (loft_id, id),
-- so a row can never belong to two lofts.

create extension if not exists btree_gist;

create table lofts (
  id         bigint generated always as identity primary key,
  name       text not null check (length(name) between 1 and 128),
  unit       text not null default 'km' check (unit in ('km', 'mile')),
  time_zone  text not null,
  country    char(2) check (country ~ '^[A-Z]{2}$'),
  latitude   double precision check (latitude between -90 and 90),
  longitude  double precision check (longitude between -180 and 180),
  created_at timestamptz(3) not null default now(),
  check ((latitude is null) = (longitude is null))
);
create unique index lofts_by_name on lofts (lower(name));

create table seasons (
  loft_id  bigint not null references lofts (id),
  id       bigint generated always as identity,
  name     text not null check (length(name) between 1 and 128),
  year     int not null check (year between 1900 and 2200),
  currency char(3) not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  status   text not null default 'draft',
  primary key (loft_id, id),
  unique (id)
);
create unique index seasons_by_name on seasons (loft_id, lower(name));

create table season_history (
  loft_id     bigint not null,
  season_id   bigint not null,
  n           int not null check (n >= 1),
  prev_n      int generated always as (nullif(n - 1, 0)) stored,
  machine     text not null default 'season' check (machine = 'season'),
  from_status text not null,
  to_status   text not null,
  at          timestamptz(3) not null default now(),
  reason      text,
  primary key (loft_id, season_id, n),
  unique (loft_id, season_id, n, to_status),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  foreign key (machine, from_status, to_status) references status_edges (machine, from_status, to_status),
  -- The step starts where the one before it ended: no gap, no fork, no second beginning.
  foreign key (loft_id, season_id, prev_n, from_status) references season_history (loft_id, season_id, n, to_status),
  check ((n = 1) = (from_status = 'new'))
);
create trigger append_only before update or delete on season_history for each row execute function refuse_change();
create trigger append_only_all before truncate on season_history execute function refuse_change();
create trigger carry after insert on season_history for each row execute function carry_status('seasons', 'season_id');
create trigger guard before insert or update of status on seasons
  for each row execute function guard_status('season_history', 'season_id', 'draft');
create constraint trigger history after insert on seasons deferrable initially deferred
  for each row execute function need_history('season_history', 'season_id');
