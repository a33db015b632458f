-- The basketing desk: crates with numbered birds, who is held back or present, and every event of every desk.

-- Number of birds in a crate.
alter table lofts add column crate_size int not null default 28 check (crate_size between 1 and 200);

-- A device at a flight, and how much of its count of events has come.
create table basketing_desks (
  loft_id   bigint not null,
  flight_id bigint not null,
  desk      int not null check (desk between 1 and 99),
  -- Made by the device.
  device    uuid not null,
  received  int not null default 0 check (received >= 0),
  joined_at timestamptz(3) not null,
  seen_at   timestamptz(3) not null,
  user_id   bigint references users (id),
  primary key (loft_id, flight_id, desk),
  unique (device, flight_id, loft_id),
  foreign key (loft_id, flight_id) references flights (loft_id, id) on delete cascade
);

-- Fifteen crates each, of one desk, so that its numbers hold without a network.
create table crate_blocks (
  loft_id   bigint not null,
  flight_id bigint not null,
  block     int not null check (block between 1 and 66),
  desk      int not null,
  primary key (loft_id, flight_id, block),
  foreign key (loft_id, flight_id, desk) references basketing_desks (loft_id, flight_id, desk) on delete cascade
);

create table basketing_events (
  loft_id        bigint not null,
  season_id      bigint not null,
  flight_id      bigint not null,
  -- Made by the device: what is sent again is known by it.
  id             uuid not null,
  -- The order of decision.
  seq            int not null check (seq >= 1),
  desk           int not null,
  -- The place in the desk's own count.
  n              int not null check (n >= 1),
  kind           text not null check (kind in ('in', 'out', 'move', 'hold', 'present', 'clear')),
  pigeon_id      bigint not null,
  crate          int check (crate >= 1),
  crate_number   int check (crate_number >= 1),
  reason         text check (length(reason) between 1 and 200),
  chip           text check (length(chip) between 1 and 64),
  later          boolean not null default false,
  undoes         uuid,
  -- By the device's clock.
  at             timestamptz(3) not null,
  received_at    timestamptz(3) not null,
  user_id        bigint references users (id),
  -- Null: accepted.
  refusal        text,
  refusal_params jsonb not null default '{}',
  primary key (loft_id, flight_id, id),
  unique (seq, flight_id, loft_id),
  check ((kind in ('in', 'move')) = (crate is not null)),
  check ((crate is null) = (crate_number is null)),
  check ((kind = 'hold') = (reason is not null)),
  foreign key (loft_id, flight_id, desk) references basketing_desks (loft_id, flight_id, desk) on delete cascade
);
create index basketing_events_by_bird on basketing_events (loft_id, flight_id, pigeon_id);
create trigger append_only before update on basketing_events for each row execute function refuse_change();
create trigger append_only_all before truncate on basketing_events execute function refuse_change();

alter table baskets
  add column desk int,
  add column crate int check (crate >= 1),
  add column crate_number int check (crate_number >= 1),
  add check (num_nulls(desk, crate, crate_number) in (0, 3));
-- At the end of the statement: birds change places together.
alter table baskets add constraint "basket_place_taken" unique (crate_number, crate, flight_id, loft_id)
  deferrable initially immediate;

-- Birds of a flight that are held back from it, or were seen at the loft.
create table basketing_birds (
  loft_id   bigint not null,
  season_id bigint not null,
  flight_id bigint not null,
  pigeon_id bigint not null,
  list      text not null check (list in ('held_back', 'present')),
  reason    text check (length(reason) between 1 and 200),
  -- Refused once, and not decided yet.
  later     boolean not null default false,
  primary key (loft_id, flight_id, pigeon_id),
  check ((list = 'held_back') = (reason is not null)),
  check (list = 'present' or not later),
  foreign key (loft_id, season_id, flight_id) references flights (loft_id, season_id, id) on delete cascade,
  foreign key (loft_id, season_id, pigeon_id) references pigeons (loft_id, season_id, id) on delete cascade
);
create index basketing_birds_by_pigeon on basketing_birds (loft_id, season_id, pigeon_id);

-- A bird stands on one list.
create function keep_one_list() returns trigger language plpgsql as $$
begin
  if exists (select from baskets b join basketing_birds s
    on s.loft_id = b.loft_id and s.flight_id = b.flight_id and s.pigeon_id = b.pigeon_id
    where b.loft_id = new.loft_id and b.flight_id = new.flight_id and b.pigeon_id = new.pigeon_id) then
    raise exception 'pigeon % is basketed and on another list', new.pigeon_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger one_list after insert on baskets deferrable initially deferred
  for each row execute function keep_one_list();
create constraint trigger one_list after insert or update on basketing_birds deferrable initially deferred
  for each row execute function keep_one_list();

-- Since when a reading at the loft says that a bird is present; the last one counts.
create table roll_calls (
  loft_id   bigint not null,
  flight_id bigint not null,
  n         int not null check (n >= 1),
  since     timestamptz(3),
  at        timestamptz(3) not null,
  user_id   bigint references users (id),
  primary key (loft_id, flight_id, n),
  foreign key (loft_id, flight_id) references flights (loft_id, id) on delete cascade
);
