-- The birds that a customer enters for the places of an order (specification 4.1, 5.7, 6.6, 8.17), each with its place:
-- the first ones fly from the first flight, the others are reserves in this order (decision 31).

create table entries (
  loft_id   bigint not null,
  season_id bigint not null,
  order_id  bigint not null,
  place     int not null check (place >= 1),
  pigeon_id bigint not null,
  primary key (loft_id, pigeon_id),
  -- At the end of the statement: places are changed about together.
  constraint entries_by_place unique (loft_id, order_id, place) deferrable initially immediate,
  foreign key (loft_id, season_id, order_id) references orders (loft_id, season_id, id),
  foreign key (loft_id, season_id, pigeon_id) references pigeons (loft_id, season_id, id) on delete cascade
);

-- An order has so many birds as it has places, whoever writes, and takes them from its confirmation on.
create function keep_places() returns trigger language plpgsql as $$
declare
  o record;
begin
  select status, pigeons_active + pigeons_reserve as places into o
    from orders where loft_id = new.loft_id and id = new.order_id for share;
  if o.status in ('pending', 'rejected', 'cancelled') and (tg_op = 'INSERT' or old.order_id <> new.order_id) then
    raise exception 'order % takes no pigeons', new.order_id
      using errcode = 'check_violation', constraint = 'order_takes_no_pigeons';
  end if;
  if new.place > o.places then
    raise exception 'order % is full', new.order_id using errcode = 'check_violation', constraint = 'order_full';
  end if;
  return new;
end $$;
create trigger keep_places before insert or update on entries for each row execute function keep_places();

-- What ended without having been paid for leaves its birds without a place; those that the loft has it settles by hand.
create function leave_places() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into pigeon_history (loft_id, pigeon_id, machine, n, from_status, to_status, at, user_id)
  select p.loft_id, p.id, 'pigeon_health', coalesce(max(h.n), 0) + 1, 'assigned', 'unassigned', new.at, new.user_id
  from entries e
  join pigeons p on p.loft_id = e.loft_id and p.id = e.pigeon_id and p.health = 'assigned'
  left join pigeon_history h on h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = 'pigeon_health'
  where e.loft_id = new.loft_id and e.order_id = new.order_id group by p.loft_id, p.id;
  return null;
end $$;
create trigger leave_places after insert on order_history for each row
  when (new.to_status in ('rejected', 'cancelled')) execute function leave_places();

alter table pigeons rename constraint pigeons_ring_key_season_id_loft_id_key to "entry_exists.ring";

-- Why a bird got another chip, and who put it on.
alter table pigeon_chips
  add reason text check (length(reason) between 1 and 1000),
  add user_id bigint references users (id);
alter table pigeon_chips rename constraint chip_on_one_bird to "chip_on_another_bird.chip";
