-- What an operator registers at a loft: clocks, the antennas that hang at them, and PC cards; and what is expected of
-- each. When a device was heard last stands apart from it, because every batch moves it.

alter table devices
  add kind text not null default 'clock' check (kind in ('clock', 'antenna', 'pc_card')),
  add clock_id bigint,
  add position text check (length(position) between 1 and 64),
  add maker text check (length(maker) between 1 and 64),
  add serial text check (length(serial) between 1 and 64),
  add note text check (length(note) between 1 and 2000),
  add key_issued_at timestamptz(3),
  -- The key before, for a while.
  add old_key_hash bytea unique check (length(old_key_hash) = 32),
  add old_key_until timestamptz(3),
  add online_from text check (online_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add online_to text check (online_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add silent_after_s int not null default 300 check (silent_after_s between 60 and 86400),
  add sample_s int not null default 60 check (sample_s between 10 and 3600),
  -- An antenna hangs at a clock of its loft and at nothing else.
  add clock_kind text generated always as (case when clock_id is not null then 'clock' end) stored,
  add unique (loft_id, id, kind),
  add foreign key (loft_id, clock_id, clock_kind) references devices (loft_id, id, kind),
  add constraint antennas_hang_at_clocks
    check (num_nonnulls(clock_id, position) = case when kind = 'antenna' then 2 else 0 end),
  add constraint antennas_have_no_key check ((kind = 'antenna') = (key_hash is null)),
  add constraint windows_are_whole check (num_nulls(online_from, online_to) in (0, 2)),
  add constraint old_keys_end check (num_nulls(old_key_hash, old_key_until) in (0, 2)),
  add constraint old_keys_end_soon check (old_key_until <= key_issued_at + interval '1 day'),
  alter key_hash drop not null;
update devices set key_issued_at = created_at;

-- The name of what is out of use is free again, and a clock calls each of its pads once.
drop index devices_by_name;
create unique index devices_by_name on devices (loft_id, lower(name)) where revoked_at is null;
create unique index devices_by_position on devices (clock_id, lower(position)) where revoked_at is null;

create table device_contacts (
  loft_id         bigint not null,
  device_id       bigint primary key,
  first_at        timestamptz(3) not null,
  last_at         timestamptz(3) not null,
  -- When it last told its own time: by how much that was behind.
  clock_offset_ms bigint,
  foreign key (loft_id, device_id) references devices (loft_id, id)
);

-- Each time a device that should have been online said nothing. One is open at a time.
create table device_silences (
  loft_id    bigint not null,
  id         bigint generated always as identity primary key,
  device_id  bigint not null,
  since      timestamptz(3) not null,
  noticed_at timestamptz(3) not null,
  ended_at   timestamptz(3) check (ended_at >= since),
  foreign key (loft_id, device_id) references devices (loft_id, id)
);
create unique index open_silences on device_silences (device_id) where ended_at is null;
create index silences_by_loft on device_silences (loft_id, device_id, id desc);

-- Whoever follows a flight of the loft hears that its feed is delayed, or no longer.
create function poke_followers_of_loft() returns trigger language plpgsql as $$
begin
  perform pg_notify('flights', f.loft_id || ':' || f.id) from flights f
  where f.loft_id = new.loft_id and f.status = 'released' and f.replay_of is null;
  return null;
end $$;
alter function poke_followers_of_loft() set search_path = public, pg_temp;
create trigger poke_followers after insert or update on device_silences
  for each row execute function poke_followers_of_loft();
