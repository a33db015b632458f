-- The serving role owns nothing: it reads, appends, and changes only the columns named here. Later migrations grant
-- what their tables need. With one role for everything these grants are void and the triggers are the wall.

do $$
begin
  if not exists (select from pg_roles where rolname = 'loftline') then return; end if;
  revoke all on schema public from public;
  grant usage on schema public to loftline;
  grant select on all tables in schema public to loftline;
  grant insert on lofts, seasons, season_history, teams, pigeons, pigeon_chips, devices, flights, flight_history, baskets,
    ledgers, readings, reading_conflicts, device_boots, alarms, flight_streams, arrivals, unranked_readings to loftline;
  grant update (name, unit, time_zone, country, latitude, longitude) on lofts to loftline;
  grant update (name, year, currency) on seasons to loftline;
  grant update (name, fancier, country) on teams to loftline;
  grant update (ring, name, color, sex, team_id) on pigeons to loftline;
  grant update (during) on pigeon_chips to loftline;
  grant update (name, revoked_at) on devices to loftline;
  grant update (name, kind, release_point, release_latitude, release_longitude, release_time, distance_m, distance_source,
    estimated_average_speed, rules, closed_intervals, day_starts, closes_at) on flights to loftline;
  grant update (head, hash) on ledgers to loftline;
  grant update (received, first_at, last_at) on device_boots to loftline;
  grant update (settled_at) on alarms to loftline;
  grant update (head, home_count) on flight_streams to loftline;
  grant update (reason, flight_id, pigeon_id), delete on unranked_readings to loftline;
  grant delete on baskets to loftline;
end $$;
