-- Whether a chip is a ring of its season is asked of the one row that could be it. As a join (0059) it was planned for the
-- few rows that a new season has, and then read the whole season for every chip: 30,000 birds took minutes.

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
