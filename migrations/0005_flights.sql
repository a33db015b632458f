-- Flights, their states, and which birds are basketed for them.

create table flights (
  loft_id                 bigint not null,
  season_id               bigint not null,
  id                      bigint generated always as identity,
  name                    text not null check (length(name) between 1 and 128),
  kind                    text not null default 'hot_spot'
                          check (kind in ('training', 'activation', 'hot_spot', 'semi_final', 'final')),
  status                  text not null default 'planned',
  release_point           text check (length(release_point) between 1 and 128),
  release_latitude        double precision check (release_latitude between -90 and 90),
  release_longitude       double precision check (release_longitude between -180 and 180),
  -- Planned until the flight is released, the fact from then on.
  release_time            timestamptz(3),
  distance_m              numeric(12, 4) check (distance_m > 0),
  distance_source         text check (distance_source in ('geodesic', 'stated')),
  estimated_average_speed numeric(8, 2) check (estimated_average_speed > 0),
  rules                   jsonb not null,
  closed_intervals        jsonb not null default '[]',
  day_starts              jsonb not null default '[]',
  closes_at               timestamptz(3),
  -- A replay of another flight's clockings; its clock runs replay_factor times as fast.
  replay_of               bigint,
  replay_factor           numeric(8, 3) check (replay_factor > 0),
  -- Kept by a trigger, because every list of flights shows it.
  basketed_count          int not null default 0 check (basketed_count >= 0),
  created_at              timestamptz(3) not null default now(),
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, season_id, id),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  foreign key (loft_id, replay_of) references flights (loft_id, id),
  check ((release_latitude is null) = (release_longitude is null)),
  check ((distance_m is null) = (distance_source is null)),
  check ((replay_of is null) = (replay_factor is null)),
  -- What has been in the air had a release and a distance.
  check (status in ('planned', 'basketing', 'annulled') or (release_time is not null and distance_m is not null)),
  check (closes_at > release_time)
);
create unique index flights_by_name on flights (loft_id, season_id, lower(name));
create index flights_by_release on flights (loft_id, release_time desc);

create table flight_history (
  loft_id     bigint not null,
  flight_id   bigint not null,
  n           int not null check (n >= 1),
  prev_n      int generated always as (nullif(n - 1, 0)) stored,
  machine     text not null default 'flight' check (machine = 'flight'),
  from_status text not null,
  to_status   text not null,
  at          timestamptz(3) not null default now(),
  reason      text,
  primary key (loft_id, flight_id, n),
  unique (loft_id, flight_id, n, to_status),
  foreign key (loft_id, flight_id) references flights (loft_id, id),
  foreign key (machine, from_status, to_status) references status_edges (machine, from_status, to_status),
  foreign key (loft_id, flight_id, prev_n, from_status) references flight_history (loft_id, flight_id, n, to_status),
  check ((n = 1) = (from_status = 'new'))
);
create trigger append_only before update or delete on flight_history for each row execute function refuse_change();
create trigger append_only_all before truncate on flight_history execute function refuse_change();
create trigger carry after insert on flight_history for each row execute function carry_status('flights', 'flight_id');
create trigger guard before insert or update of status on flights
  for each row execute function guard_status('flight_history', 'flight_id', 'planned');
create constraint trigger history after insert on flights deferrable initially deferred
  for each row execute function need_history('flight_history', 'flight_id');

-- Rules, distance and release are frozen when the birds are in the air. Only a ruling may change them later.
create function freeze_released_flight() returns trigger language plpgsql as $$
begin
  if old.status not in ('planned', 'basketing')
    and ((new.rules, new.distance_m, new.release_time, new.closed_intervals, new.day_starts)
        is distinct from (old.rules, old.distance_m, old.release_time, old.closed_intervals, old.day_starts)
      -- A flight without a closing rule is closed by hand: that sets the instant once.
      or (old.closes_at is not null and new.closes_at is distinct from old.closes_at)) then
    raise exception 'flight % is released: its rules, distance and times are frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger freeze_released before update on flights for each row execute function freeze_released_flight();

create table baskets (
  loft_id     bigint not null,
  season_id   bigint not null,
  flight_id   bigint not null,
  pigeon_id   bigint not null,
  position    int not null check (position >= 1),
  basketed_at timestamptz(3) not null default now(),
  primary key (loft_id, flight_id, pigeon_id),
  -- In this order for the same reason as the rings of pigeons.
  unique (position, flight_id, loft_id) deferrable,
  -- The bird and the flight are of one season of one loft.
  foreign key (loft_id, season_id, flight_id) references flights (loft_id, season_id, id),
  foreign key (loft_id, season_id, pigeon_id) references pigeons (loft_id, season_id, id)
);
create index baskets_by_pigeon on baskets (loft_id, pigeon_id);

-- It runs as the owner: the serving role may not write the count itself.
create function count_basketed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update flights set basketed_count = (
    select count(*) from baskets where baskets.loft_id = flights.loft_id and baskets.flight_id = flights.id)
  where (loft_id, id) in (select distinct loft_id, flight_id from changed);
  return null;
end $$;
create trigger count_in after insert on baskets referencing new table as changed
  for each statement execute function count_basketed();
create trigger count_out after delete on baskets referencing old table as changed
  for each statement execute function count_basketed();
