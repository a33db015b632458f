-- A loft plans its flights, seals their lists and releases them. A flight is sealed between basketing and release: its
-- list is frozen with a fingerprint. A postponement is a decision with a reason and changes no state.
insert into status_edges (machine, from_status, event, to_status) values
  ('flight', 'basketing', 'seal', 'sealed'),
  ('flight', 'sealed', 'reopen', 'basketing'),
  ('flight', 'sealed', 'release', 'released'),
  ('flight', 'sealed', 'annul', 'annulled');
-- Steps that only the history of an older database still needs.
delete from status_edges e where machine = 'flight' and event in ('postpone', 'release') and from_status = 'basketing'
  and not exists (select from flight_history h where h.from_status = e.from_status and h.to_status = e.to_status);

-- The places from which a loft releases, kept once.
create table release_points (
  loft_id     bigint not null references lofts (id),
  id          bigint generated always as identity,
  name        text not null check (length(name) between 1 and 128),
  latitude    double precision not null check (latitude between -90 and 90),
  longitude   double precision not null check (longitude between -180 and 180),
  -- How the coordinates are known, and since which day.
  measured    text not null check (measured in ('gps', 'map', 'stated')),
  measured_on date,
  version     int not null default 1 check (version >= 1),
  -- No longer offered; flights keep it.
  removed_at  timestamptz(3),
  primary key (loft_id, id),
  unique (id)
);
create unique index "error_unique.name.release_points" on release_points (loft_id, lower(name)) where removed_at is null;

alter table flights
  add column release_point_id bigint,
  -- How a stated distance was measured.
  add column distance_note text check (length(distance_note) between 1 and 200),
  -- Not public yet: only the people of the loft see it.
  add column is_draft boolean not null default false,
  add column notifies_followers boolean not null default true,
  -- Which birds may fly: those that race, or only those activated for the final.
  add column entry text not null default 'racing' check (entry in ('racing', 'activated')),
  add column basketing_at timestamptz(3),
  add column sealed_at timestamptz(3),
  -- SHA-256 of the sealed list, as hexadecimal digits.
  add column list_fingerprint text check (list_fingerprint ~ '^[0-9a-f]{64}$'),
  add column version int not null default 1 check (version >= 1),
  add foreign key (loft_id, release_point_id) references release_points (loft_id, id),
  add check ((sealed_at is null) = (list_fingerprint is null)),
  add constraint flight_is_draft check (not is_draft or status = 'planned'),
  add constraint "basketing_after_release.basketing_time" check (basketing_at < release_time or status not in ('planned', 'basketing', 'sealed')),
  add constraint flights_flown check (status in ('planned', 'basketing', 'sealed', 'annulled')
    or (release_time is not null and distance_m is not null));

alter index flights_by_name rename to "error_unique.name.flights";

do $$
declare
  flown text;
begin
  -- The check of 0005 that has no name.
  select conname into strict flown from pg_constraint where conrelid = 'flights'::regclass and contype = 'c'
    and conname <> 'flights_flown' and pg_get_constraintdef(oid) like '%status%release_time%distance_m%';
  execute format('alter table flights drop constraint %I', flown);
end $$;

-- Decisions about a flight that change no state: with its history they are the log that everybody can read.
create table flight_decisions (
  loft_id   bigint not null,
  flight_id bigint not null,
  n         int not null check (n >= 1),
  kind      text not null check (kind in ('postponed', 'point_moved', 'list_changed')),
  at        timestamptz(3) not null default now(),
  user_id   bigint references users (id),
  reason    text not null check (length(reason) between 1 and 1000),
  details   jsonb not null default '{}',
  primary key (loft_id, flight_id, n),
  foreign key (loft_id, flight_id) references flights (loft_id, id)
);
create trigger append_only before update or delete on flight_decisions for each row execute function refuse_change();
create trigger append_only_all before truncate on flight_decisions execute function refuse_change();

create or replace function freeze_released_flight() returns trigger language plpgsql as $$
begin
  if old.status in ('planned', 'basketing', 'sealed') then return new; end if;
  if (new.rules, new.distance_m, new.rulebook_version)
    is not distinct from (old.rules, old.distance_m, old.rulebook_version)
    and (((new.release_time, new.closed_intervals, new.day_starts)
        is not distinct from (old.release_time, old.closed_intervals, old.day_starts)
      -- A flight without a closing rule is closed by hand: that sets the instant once.
      and (old.closes_at is null or new.closes_at is not distinct from old.closes_at))
    or (new.status in ('released', 'closed', 'provisional') and exists (
      select from (
        select * from declarations d
        where d.loft_id = new.loft_id and d.flight_id = new.id and d.kind = 'release'
        order by d.number desc limit 1) said
      where said.user_id is not null and said.reason is not null
        and (said.content ->> 'release_ms')::numeric = extract(epoch from new.release_time) * 1000))) then
    return new;
  end if;
  raise exception 'flight % is released: its rules, distance and times are frozen', old.id using errcode = 'check_violation';
end $$;

-- A sealed list does not change: who belongs on it after all is put there by reopening the list, or after the release.
create function keep_sealed_list() returns trigger language plpgsql as $$
declare
  sealed text;
begin
  select f.name into sealed from changed c join flights f on f.loft_id = c.loft_id and f.id = c.flight_id
  where f.status = 'sealed' limit 1;
  if found then
    raise exception 'the list of % is sealed', sealed using errcode = 'check_violation', constraint = 'basketing_not_open',
      detail = json_build_object('status', 'sealed');
  end if;
  return null;
end $$;
create trigger keep_sealed_in after insert on baskets referencing new table as changed
  for each statement execute function keep_sealed_list();
create trigger keep_sealed_out after delete on baskets referencing old table as changed
  for each statement execute function keep_sealed_list();

-- A flight that was planned by mistake is removed with its history. With a basket, or a sealed list, it stays.
create function refuse_change_of_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from flights where loft_id = old.loft_id and id = old.flight_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger append_only on flight_history;
create trigger append_only before update or delete on flight_history
  for each row execute function refuse_change_of_kept();
drop trigger append_only on flight_decisions;
create trigger append_only before update or delete on flight_decisions
  for each row execute function refuse_change_of_kept();

create function keep_flight() returns trigger language plpgsql as $$
begin
  if exists (select from baskets where loft_id = old.loft_id and flight_id = old.id) then
    raise exception 'flight % has a basket', old.id using errcode = 'check_violation', constraint = 'flight_has_basket';
  end if;
  if old.status in ('planned', 'basketing') then return old; end if;
  raise exception 'flight % is %', old.id, old.status using errcode = 'check_violation',
    constraint = 'flight_plan_fixed', detail = json_build_object('status', old.status);
end $$;
create trigger keep before delete on flights for each row execute function keep_flight();

do $$
declare
  one record;
begin
  for one in
    select c.conrelid::regclass as child, c.conname from pg_constraint c
    where c.confrelid = 'flights'::regclass and c.contype = 'f'
      and c.conrelid in ('flight_history'::regclass, 'flight_streams'::regclass, 'flight_decisions'::regclass)
  loop
    execute format('alter table %s drop constraint %I, add foreign key (loft_id, flight_id)
      references flights (loft_id, id) on delete cascade', one.child, one.conname);
  end loop;
end $$;
