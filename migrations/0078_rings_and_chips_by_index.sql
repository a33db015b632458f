-- Whether a chip is a ring of its season, or a ring a chip, is asked of the one row that could be it. As a join (0059) it
-- was planned for the few rows that a new season has, and read the whole season for every bird: 15,000 took minutes.

create or replace function keep_chip() returns trigger language plpgsql as $$
declare
  season bigint;
begin
  if new.chip !~ '^[0-9A-F]+$' then
    raise exception 'chip % has other letters than A to F', new.chip
      using errcode = 'check_violation', constraint = 'chip_not_hex.chip';
  elsif length(new.chip) < 8 then
    raise exception 'chip % is too short', new.chip
      using errcode = 'check_violation', constraint = 'chip_too_short.chip', detail = '{"min": 8}';
  elsif length(new.chip) > 16 then
    raise exception 'chip % is too long', new.chip
      using errcode = 'check_violation', constraint = 'chip_too_long.chip', detail = '{"max": 16}';
  end if;
  select season_id into season from pigeons where loft_id = new.loft_id and id = new.pigeon_id;
  if exists (select from pigeons where ring_key = new.chip and season_id = season and loft_id = new.loft_id) then
    raise exception 'chip % is a ring of the season', new.chip
      using errcode = 'check_violation', constraint = 'chip_is_ring.chip';
  end if;
  return new;
end $$;

-- Scalar subqueries and no joins: each is one look at one index, whatever was known of the tables when it was planned.
create function is_worn_in(season bigint, transponder text) returns boolean stable language plpgsql as $$
begin
  return exists (
    select from pigeon_chips worn
    where worn.chip = transponder and upper_inf(worn.during)
      and season = (select season_id from pigeons where loft_id = worn.loft_id and id = worn.pigeon_id));
end $$;

create or replace function keep_rings() returns trigger language plpgsql as $$
declare
  found text;
begin
  select ring into found from added where is_worn_in(season_id, ring_key) limit 1;
  if found is not null then
    raise exception 'ring % is a chip of the season', found
      using errcode = 'check_violation', constraint = 'ring_is_chip.ring';
  end if;
  return null;
end $$;

create or replace function keep_ring() returns trigger language plpgsql as $$
begin
  if is_worn_in(new.season_id, new.ring_key) then
    raise exception 'ring % is a chip of the season', new.ring
      using errcode = 'check_violation', constraint = 'ring_is_chip.ring';
  end if;
  return new;
end $$;
