-- The ranking of an official flight, a row for each bird home: written with the step that makes the result official, and never
-- again. Its pages and the records of birds read these rows; flights that still move are ranked from their arrivals.
create table standings (
  loft_id   bigint not null,
  flight_id bigint not null,
  -- Where the line stands; birds that share a rank stand one below the other.
  place     int not null check (place >= 1),
  pigeon_id bigint not null,
  time      timestamptz(3) not null,
  rank      int not null check (rank between 1 and place),
  net_ms    bigint not null check (net_ms >= 0),
  speed     double precision,
  gap_ms    bigint not null check (gap_ms >= 0),
  day       int not null check (day >= 1),
  primary key (loft_id, flight_id, place),
  -- In this order for the same reason as the rings of pigeons.
  unique (pigeon_id, flight_id, loft_id),
  foreign key (loft_id, flight_id, pigeon_id) references baskets (loft_id, flight_id, pigeon_id)
);
create trigger append_only before update or delete on standings for each row execute function refuse_change();
create trigger append_only_all before truncate on standings execute function refuse_change();

-- A result becomes official with its standings, and nothing else has any.
create function keep_standings() returns trigger language plpgsql as $$
begin
  if new.status = 'official' and (select count(*) from standings where loft_id = new.loft_id and flight_id = new.id) <> (
    select home_count from flight_streams where loft_id = new.loft_id and flight_id = new.id) then
    raise exception 'flight % is official without its standings', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger standings after update of status on flights deferrable initially deferred
  for each row execute function keep_standings();

create function refuse_standings() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct loft_id, flight_id from kept) k
    join flights f on f.loft_id = k.loft_id and f.id = k.flight_id where f.status <> 'official') then
    raise exception 'only an official flight has standings' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger official after insert on standings referencing new table as kept
  for each statement execute function refuse_standings();
