-- A chip is a number of a transponder, never a ring (src/domain/pigeons/chip.ts, decision 34). Triggers and no check: a
-- loft that took something else before must be able to take it off its bird.

create function keep_chip() returns trigger language plpgsql as $$
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
  elsif exists (
    select from pigeons bird join pigeons other on other.loft_id = bird.loft_id and other.season_id = bird.season_id
    where bird.loft_id = new.loft_id and bird.id = new.pigeon_id and other.ring_key = new.chip)
  then
    raise exception 'chip % is a ring of the season', new.chip
      using errcode = 'check_violation', constraint = 'chip_is_ring.chip';
  end if;
  return new;
end $$;
create trigger keep_chip before insert or update of chip on pigeon_chips for each row execute function keep_chip();

-- The same from the other side: a ring that is entered is no chip that a bird of the season wears.
create function keep_rings() returns trigger language plpgsql as $$
declare
  found text;
begin
  select added.ring into found from added
    join pigeon_chips worn on worn.loft_id = added.loft_id and worn.chip = added.ring_key and upper_inf(worn.during)
    join pigeons bird on bird.loft_id = worn.loft_id and bird.id = worn.pigeon_id and bird.season_id = added.season_id
    limit 1;
  if found is not null then
    raise exception 'ring % is a chip of the season', found
      using errcode = 'check_violation', constraint = 'ring_is_chip.ring';
  end if;
  return null;
end $$;
create trigger keep_rings_new after insert on pigeons referencing new table as added
  for each statement execute function keep_rings();
create function keep_ring() returns trigger language plpgsql as $$
begin
  if exists (
    select from pigeon_chips worn
    join pigeons bird on bird.loft_id = worn.loft_id and bird.id = worn.pigeon_id and bird.season_id = new.season_id
    where worn.loft_id = new.loft_id and worn.chip = new.ring_key and upper_inf(worn.during))
  then
    raise exception 'ring % is a chip of the season', new.ring
      using errcode = 'check_violation', constraint = 'ring_is_chip.ring';
  end if;
  return new;
end $$;
create trigger keep_ring_changed before update of ring_key on pigeons for each row
  when (new.ring_key <> old.ring_key) execute function keep_ring();
