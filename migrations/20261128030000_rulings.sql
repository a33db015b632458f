-- A ruling is prepared with its reason and what it changes, and then made, refused or taken back: once, by one row.
-- Nothing of either is ever altered.
create table rulings (
  loft_id      bigint not null,
  flight_id    bigint not null,
  -- Its number in the flight.
  n            int not null check (n >= 1),
  kind         text not null check (kind in ('manual', 'void', 'offset', 'release', 'distance', 'closing', 'disqualified')),
  -- What it says, in the spelling of its kind (src/domain/rulings/contract.ts).
  content      jsonb not null,
  pigeon_id    bigint,
  reason       text not null check (length(reason) between 1 and 1000),
  user_id      bigint not null references users (id),
  prepared_at  timestamptz(3) not null,
  -- It changes a prize or an official result: nobody makes it alone.
  needs_second boolean not null,
  primary key (loft_id, flight_id, n),
  unique (loft_id, flight_id, n, user_id, needs_second),
  foreign key (loft_id, flight_id) references flights (loft_id, id),
  foreign key (loft_id, flight_id, pigeon_id) references baskets (loft_id, flight_id, pigeon_id)
);
create trigger append_only before update or delete on rulings for each row execute function refuse_change();
create trigger append_only_all before truncate on rulings execute function refuse_change();

create table ruling_decisions (
  loft_id      bigint not null,
  flight_id    bigint not null,
  n            int not null,
  decision     text not null check (decision in ('made', 'refused', 'taken_back')),
  user_id      bigint not null references users (id),
  at           timestamptz(3) not null,
  reason       text check (length(reason) between 1 and 1000),
  -- Repeated from the ruling, so that a rule of the table can compare them.
  prepared_by  bigint not null,
  needs_second boolean not null,
  -- What a ruling that was made changed, and its entries in the ledger.
  effect       jsonb,
  numbers      bigint[] not null default '{}',
  primary key (loft_id, flight_id, n),
  foreign key (loft_id, flight_id, n, prepared_by, needs_second)
    references rulings (loft_id, flight_id, n, user_id, needs_second),
  check ((effect is not null) = (decision = 'made')),
  constraint second_person check (decision <> 'made' or not needs_second or user_id <> prepared_by),
  constraint second_refuses check (decision <> 'refused' or user_id <> prepared_by),
  constraint own_taken_back check (decision <> 'taken_back' or user_id = prepared_by)
);
create trigger append_only before update or delete on ruling_decisions for each row execute function refuse_change();
create trigger append_only_all before truncate on ruling_decisions execute function refuse_change();

-- Pictures and documents that a ruling rests on.
create table ruling_files (
  loft_id   bigint not null,
  flight_id bigint not null,
  n         int not null,
  place     int not null check (place >= 1),
  file_id   bigint not null,
  primary key (loft_id, flight_id, n, place),
  foreign key (loft_id, flight_id, n) references rulings (loft_id, flight_id, n),
  foreign key (loft_id, file_id) references files (loft_id, id)
);
create index ruling_files_file on ruling_files (loft_id, file_id);
create trigger append_only before update or delete on ruling_files for each row execute function refuse_change();
create trigger append_only_all before truncate on ruling_files execute function refuse_change();

-- The declaration by which a bird is disqualified in a flight: it has no place there, whatever clocks read.
alter table baskets
  add column disqualified_by bigint,
  add foreign key (loft_id, disqualified_by) references declarations (loft_id, number);
create index baskets_disqualified on baskets (loft_id, flight_id) where disqualified_by is not null;
alter table declarations
  drop constraint declarations_kind_check,
  add constraint declarations_kind_check
    check (kind in ('offset', 'void', 'manual', 'disqualified', 'release', 'rules')),
  drop constraint declarations_check2,
  add constraint declarations_subject check (
    (device_id is not null) = (kind = 'offset')
    and (boot is null or kind = 'offset')
    and (flight_id is not null) = (kind in ('manual', 'disqualified', 'release', 'rules'))
    and (pigeon_id is not null) = (kind in ('manual', 'disqualified'))
    and num_nonnulls(reading_number, declaration_number) = case kind when 'void' then 1 else 0 end
  );
alter table unranked_readings
  drop constraint unranked_readings_reason_check,
  add constraint unranked_readings_reason_check check (reason in
    ('unknown_chip', 'not_basketed', 'before_release', 'after_close', 'wrong_loft', 'disqualified', 'void'));

-- An official result is corrected by a ruling, as its next version: its standings are written anew meanwhile.
insert into status_edges (machine, from_status, event, to_status) values
  ('flight', 'official', 'correct', 'provisional');
drop trigger append_only on standings;
create function keep_official_standings() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (
    select from flights where loft_id = old.loft_id and id = old.flight_id and status = 'official') then
    raise exception 'standings of an official flight stay' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger append_only before update or delete on standings for each row execute function keep_official_standings();

-- Distance and closing are said anew like the release: by somebody with a reason, in the ledger before the flight follows.
create or replace function freeze_released_flight() returns trigger language plpgsql as $$
begin
  if old.status in ('planned', 'basketing', 'sealed') then return new; end if;
  if (new.rules, new.rulebook_version) is not distinct from (old.rules, old.rulebook_version)
    and ((new.release_time, new.closed_intervals, new.day_starts)
        is not distinct from (old.release_time, old.closed_intervals, old.day_starts)
      or new.status in ('released', 'closed', 'provisional') and exists (
        select from (
          select * from declarations d
          where d.loft_id = new.loft_id and d.flight_id = new.id and d.kind = 'release'
          order by d.number desc limit 1) said
        where said.user_id is not null and said.reason is not null
          and (said.content ->> 'release_ms')::numeric = extract(epoch from new.release_time) * 1000))
    and (new.distance_m = old.distance_m
      -- A flight without a closing rule is closed by hand: that sets the instant once.
      and (old.closes_at is null or new.closes_at is not distinct from old.closes_at)
      or new.status in ('released', 'closed', 'provisional') and exists (
        select from (
          select * from declarations d
          where d.loft_id = new.loft_id and d.flight_id = new.id and d.kind = 'rules'
          order by d.number desc limit 1) said
        where said.user_id is not null and said.reason is not null
          and (said.content ->> 'distance_m')::numeric = new.distance_m::numeric
          and (said.content ->> 'closes_ms')::numeric is not distinct from extract(epoch from new.closes_at) * 1000)) then
    return new;
  end if;
  raise exception 'flight % is released: its rules, distance and times are frozen', old.id using errcode = 'check_violation';
end $$;

-- Half a millisecond parts a bird that a ruling puts after another one from those that clocks read.
alter table arrivals alter column time type timestamptz(4);
alter table standings alter column time type timestamptz(4);

-- Followers are notified of a result that a ruling corrects.
alter table race_events drop constraint race_events_status_check;
alter table race_events add constraint race_events_status_check
  check (status in ('planned', 'postponed', 'sealed', 'released', 'provisional', 'official', 'corrected', 'annulled'));
