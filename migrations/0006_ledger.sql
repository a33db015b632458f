-- The ledger of readings: what the clocks told, in the order of acceptance, hash-chained per loft, never altered.

-- The head of a loft's chain. Its row lock makes the order of numbers the order of commits; a sequence would not
-- (a follower reading "after the last id" loses rows that commit late: 1,032 of 5,000 in a trial).
create table ledgers (
  loft_id bigint primary key references lofts (id),
  epoch   int not null default 1,
  head    bigint not null default 0 check (head >= 0),
  hash    bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000' check (length(hash) = 32)
);

create table readings (
  loft_id         bigint not null references lofts (id),
  number          bigint not null check (number >= 1),
  device_id       bigint not null,
  boot            text not null check (length(boot) between 1 and 64),
  sequence        bigint not null check (sequence >= 1),
  chip            text not null check (length(chip) between 1 and 64),
  -- The clock's own time as it came; its offset at reception stands beside it, never in it.
  device_time     timestamptz not null,
  resolution_ms   numeric not null check (resolution_ms > 0),
  antenna         text,
  previous_hash   text,
  signature       text,
  received_at     timestamptz(3) not null,
  clock_offset_ms bigint,
  content_hash    bytea not null check (length(content_hash) = 32),
  hash            bytea not null check (length(hash) = 32),
  primary key (loft_id, number),
  -- The idempotency of a clock: one reading per place in its own count.
  unique (device_id, boot, sequence),
  foreign key (loft_id, device_id) references devices (loft_id, id)
);
create index readings_by_chip on readings (loft_id, upper(chip));
create trigger append_only before update or delete on readings for each row execute function refuse_change();
create trigger append_only_all before truncate on readings execute function refuse_change();

-- The same place in a clock's count with other content: kept and alarmed, never overwriting.
create table reading_conflicts (
  loft_id      bigint not null,
  id           bigint generated always as identity primary key,
  device_id    bigint not null,
  boot         text not null,
  sequence     bigint not null,
  content      jsonb not null,
  content_hash bytea not null check (length(content_hash) = 32),
  received_at  timestamptz(3) not null,
  unique (device_id, boot, sequence, content_hash),
  foreign key (device_id, boot, sequence) references readings (device_id, boot, sequence),
  foreign key (loft_id, device_id) references devices (loft_id, id)
);
create trigger append_only before update or delete on reading_conflicts for each row execute function refuse_change();
create trigger append_only_all before truncate on reading_conflicts execute function refuse_change();

-- What each boot of a clock has delivered, as a set of ranges: the contiguous watermark and the gaps follow from it.
create table device_boots (
  loft_id   bigint not null,
  device_id bigint not null,
  boot      text not null,
  received  int8multirange not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  primary key (device_id, boot),
  foreign key (loft_id, device_id) references devices (loft_id, id)
);
create index device_boots_by_loft on device_boots (loft_id);

create view reading_gaps as
  select b.loft_id, b.device_id, b.boot, lower(gap) as from_sequence, upper(gap) - 1 as to_sequence, b.first_at, b.last_at
  from device_boots b, unnest(int8multirange(int8range(1, upper(b.received))) - b.received) as gap;

create table alarms (
  loft_id    bigint not null references lofts (id),
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('reading_conflict', 'device_chain_broken')),
  params     jsonb not null,
  raised_at  timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
create index open_alarms on alarms (loft_id, raised_at) where settled_at is null;

-- The live stream of a flight: one number that only grows, taken under this row's lock.
create table flight_streams (
  loft_id    bigint not null,
  flight_id  bigint not null,
  epoch      int not null default 1,
  head       bigint not null default 0 check (head >= 0),
  -- Birds home, kept here because every list of flights shows it.
  home_count int not null default 0 check (home_count >= 0),
  primary key (loft_id, flight_id),
  foreign key (loft_id, flight_id) references flights (loft_id, id)
);

-- What followers see, in stream order. A bird's last row counts; time is null when its arrival was withdrawn.
create table arrivals (
  loft_id        bigint not null,
  flight_id      bigint not null,
  seq            bigint not null check (seq >= 1),
  pigeon_id      bigint not null,
  reading_number bigint not null,
  time           timestamptz(3),
  primary key (loft_id, flight_id, seq),
  foreign key (loft_id, flight_id) references flight_streams (loft_id, flight_id),
  foreign key (loft_id, flight_id, pigeon_id) references baskets (loft_id, flight_id, pigeon_id),
  foreign key (loft_id, reading_number) references readings (loft_id, number)
);
create index arrivals_by_pigeon on arrivals (loft_id, flight_id, pigeon_id, seq desc);
create trigger append_only before update or delete on arrivals for each row execute function refuse_change();
create trigger append_only_all before truncate on arrivals execute function refuse_change();

-- Readings that are no arrival now, and why. A work list: a row goes when its cause is mended.
create table unranked_readings (
  loft_id   bigint not null,
  number    bigint not null,
  reason    text not null check (reason in ('unknown_chip', 'not_basketed', 'before_release', 'after_close', 'wrong_loft')),
  flight_id bigint,
  pigeon_id bigint,
  primary key (loft_id, number),
  foreign key (loft_id, number) references readings (loft_id, number)
);

-- Whoever puts a chip on a bird, a bird on a list or a flight in the air pokes the mending of the loft's waiting
-- readings, so nobody can forget to. Taking the ledger's lock first makes the poke see readings that are being
-- recorded at this very moment.
create function poke_mending() returns trigger language plpgsql as $$
declare
  changed_loft bigint;
begin
  for changed_loft in select distinct loft_id from changed order by loft_id loop
    perform from ledgers where loft_id = changed_loft for share;
    if exists (select from unranked_readings where loft_id = changed_loft) then
      perform pg_notify('mend', changed_loft::text);
    end if;
  end loop;
  return null;
end $$;
create trigger poke_mending after insert on pigeon_chips referencing new table as changed
  for each statement execute function poke_mending();
create trigger poke_mending after insert on baskets referencing new table as changed
  for each statement execute function poke_mending();
create trigger poke_mending after insert on flight_history referencing new table as changed
  for each statement execute function poke_mending();

-- A flight that changes its state tells its followers.
create function poke_followers() returns trigger language plpgsql as $$
begin
  perform pg_notify('flights', new.loft_id || ':' || new.flight_id);
  return null;
end $$;
create trigger poke_followers after insert on flight_history for each row execute function poke_followers();
