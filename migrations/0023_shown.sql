-- What a season shows to everybody (3.15). All of it is shown but what is named here.

alter table seasons
  add column hidden text[] not null default '{}' constraint seasons_hidden_known check (
    array_position(hidden, null) is null and hidden <@ array[
      'participants.team', 'participants.country', 'participants.fancier', 'participants.pigeonsCount',
      'fanciers.ringDescriptor', 'fanciers.color', 'fanciers.sex', 'fanciers.pigeonName',
      'results.rank', 'results.fancier', 'results.team', 'results.country', 'results.ringDescriptor', 'results.time',
      'results.speed', 'results.pigeonName',
      'baskets.fancier', 'baskets.team', 'baskets.country', 'baskets.ringDescriptor', 'baskets.pigeonName', 'baskets.time',
      'aces.rank', 'aces.fancier', 'aces.team', 'aces.country', 'aces.ringDescriptor', 'aces.pigeonName', 'aces.speed']),
  -- What the numbers are made from that birds have in lists without their rings. It never leaves the server.
  add column alias_key uuid not null default gen_random_uuid();

-- What was told before is no longer so: who follows a flight forgets it, and every process what it keeps. It runs as the
-- owner, because nobody else begins another life of a stream.
create function show_otherwise() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from flight_streams s join flights f on f.loft_id = s.loft_id and f.id = s.flight_id
    where f.loft_id = new.loft_id and f.season_id = new.id order by s.flight_id for no key update of s;
  update flight_streams s set epoch = s.epoch + 1 from flights f
    where f.loft_id = new.loft_id and f.season_id = new.id and s.loft_id = f.loft_id and s.flight_id = f.id;
  perform pg_notify('flights', new.loft_id || ':0');
  perform pg_notify(channel, f.loft_id || ':' || f.id)
    from flights f cross join unnest(array['flights', 'arrivals']) channel
    where f.loft_id = new.loft_id and f.season_id = new.id;
  return null;
end $$;
create trigger show_otherwise after update of hidden on seasons for each row
  when (old.hidden is distinct from new.hidden) execute function show_otherwise();
