-- Which birds race (specification 4.3): those of an order that the loft has, and reserves. Who is ill, hurt, lost, kept
-- back or not taken in yet goes to no flight. A list that is mended after the release says who flew, and so does a
-- replay: there it does not matter how a bird stands now.

create function baskets_race() returns trigger language plpgsql as $$
declare
  bird record;
begin
  -- Held as everybody holds birds, by their ids, so that none is kept back at the same moment.
  perform from pigeons p
  where (p.loft_id, p.id) in (
    select a.loft_id, a.pigeon_id from added a join flights f on f.loft_id = a.loft_id and f.id = a.flight_id
    where f.status in ('planned', 'basketing') and f.replay_of is null)
  order by p.id for share;
  select p.ring, p.health into bird
  from added a
  join flights f on f.loft_id = a.loft_id and f.id = a.flight_id
  join pigeons p on p.loft_id = a.loft_id and p.id = a.pigeon_id
  where f.status in ('planned', 'basketing') and f.replay_of is null
    and p.health not in ('active', 'reserve', 'activated_reserve')
  order by a.position limit 1;
  if found then
    raise exception 'pigeon % is % and does not race', bird.ring, bird.health
      using errcode = 'check_violation', constraint = 'pigeon_does_not_race',
        detail = json_build_object('ring', bird.ring, 'status', bird.health);
  end if;
  return null;
end $$;
create trigger baskets_race after insert on baskets referencing new table as added
  for each statement execute function baskets_race();
