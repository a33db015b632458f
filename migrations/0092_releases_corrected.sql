-- Rules, distance and release are frozen when the birds are in the air. When they were released can be said anew, as long as
-- the flight takes arrivals, by somebody with a reason: that stands in the ledger before the flight follows it.
create or replace function freeze_released_flight() returns trigger language plpgsql as $$
begin
  if old.status in ('planned', 'basketing') then return new; end if;
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
