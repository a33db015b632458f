-- The serving role owns nothing: it reads, appends, and changes only the columns named here. Later migrations grant
-- what their tables need, to the same role. With one role for everything the triggers alone are the wall.

do $$
declare
  -- Told by the program: the user of DATABASE_URL.
  serving text := current_setting('loftline.serving_role');
  granted text;
begin
  if serving = current_user then return; end if;
  revoke all on schema public from public;
  foreach granted in array array[
    'usage on schema public',
    'select on all tables in schema public',
    'insert on lofts, seasons, season_history, teams, pigeons, pigeon_chips, devices, flights, flight_history, baskets, ledgers, '
      || 'readings, reading_conflicts, device_boots, alarms, flight_streams, arrivals, unranked_readings',
    'update (name, unit, time_zone, country, latitude, longitude) on lofts',
    'update (name, year, currency) on seasons',
    'update (name, fancier, country) on teams',
    'update (ring, ring_key, name, color, sex, team_id) on pigeons',
    'update (during) on pigeon_chips',
    'update (name, revoked_at) on devices',
    'update (name, kind, release_point, release_latitude, release_longitude, release_time, distance_m, distance_source, '
      || 'estimated_average_speed, rules, closed_intervals, day_starts, closes_at) on flights',
    'update (head, hash) on ledgers',
    'update (received, first_at, last_at) on device_boots',
    'update (settled_at) on alarms',
    'update (head, home_count) on flight_streams',
    'update (reason, flight_id, pigeon_id), delete on unranked_readings',
    'delete on baskets'
  ] loop
    execute format('grant %s to %I', granted, serving);
  end loop;
end $$;
