-- Readings that were settled can be settled again: what they are settled by may be told late.

-- The readings of a bird's chips since an instant. It does not begin with the loft, for the reason told in 0009.
create index readings_of_chips on readings (upper(chip), device_time);
-- The arrivals that a reading counts for.
create index arrivals_by_reading on arrivals (reading_number, loft_id);

-- A chip that turns out to have been worn for longer mends as much as a new one.
create trigger poke_mending_again after update on pigeon_chips referencing new table as changed
  for each statement execute function poke_mending();

-- The clocks of a replay tell of it alone; until now only their names said whose they are.
alter table devices
  add column replay_id bigint,
  add foreign key (loft_id, replay_id) references flights (loft_id, id);
update devices d set replay_id = f.id from flights f
where f.loft_id = d.loft_id and f.replay_of is not null and d.name ~ ('^\w+ ' || f.id || ' [AB]\d*$');

-- A waiting reading belongs to no flight; nobody ever wrote one.
alter table unranked_readings drop column flight_id;

-- What runs as the owner looks for its tables in the schema, never among a session's temporary ones.
alter function carry_status() set search_path = public, pg_temp;
alter function count_basketed() set search_path = public, pg_temp;
