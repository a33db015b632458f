-- How it stands with a bird (specification 3.7, 4.3–4.6): health and part in the race, its way to the final, where it is.
-- The steps and the numbers are those of src/domain/pigeons/status.ts (decision 31).

insert into status_edges (machine, from_status, event, to_status) values
  ('pigeon_health', 'new', 'create', 'unassigned'),
  ('pigeon_health', 'unassigned', 'assigned', 'assigned'),
  ('pigeon_health', 'unassigned', 'active', 'active'),
  ('pigeon_health', 'unassigned', 'reserve', 'reserve'),
  ('pigeon_health', 'unassigned', 'for_sale', 'for_sale'),
  ('pigeon_health', 'unassigned', 'injured', 'injured'),
  ('pigeon_health', 'unassigned', 'lost', 'lost'),
  ('pigeon_health', 'unassigned', 'died', 'died'),
  ('pigeon_health', 'unassigned', 'quarantine', 'quarantine'),
  ('pigeon_health', 'unassigned', 'held_back', 'held_back'),
  ('pigeon_health', 'unassigned', 'breeding', 'breeding'),
  ('pigeon_health', 'unassigned', 'disqualified', 'disqualified'),
  ('pigeon_health', 'assigned', 'unassigned', 'unassigned'),
  ('pigeon_health', 'assigned', 'active', 'active'),
  ('pigeon_health', 'assigned', 'reserve', 'reserve'),
  ('pigeon_health', 'assigned', 'injured', 'injured'),
  ('pigeon_health', 'assigned', 'lost', 'lost'),
  ('pigeon_health', 'assigned', 'died', 'died'),
  ('pigeon_health', 'assigned', 'quarantine', 'quarantine'),
  ('pigeon_health', 'assigned', 'held_back', 'held_back'),
  ('pigeon_health', 'assigned', 'breeding', 'breeding'),
  ('pigeon_health', 'assigned', 'disqualified', 'disqualified'),
  ('pigeon_health', 'active', 'unassigned', 'unassigned'),
  ('pigeon_health', 'active', 'reserve', 'reserve'),
  ('pigeon_health', 'active', 'for_sale', 'for_sale'),
  ('pigeon_health', 'active', 'injured', 'injured'),
  ('pigeon_health', 'active', 'lost', 'lost'),
  ('pigeon_health', 'active', 'died', 'died'),
  ('pigeon_health', 'active', 'quarantine', 'quarantine'),
  ('pigeon_health', 'active', 'held_back', 'held_back'),
  ('pigeon_health', 'active', 'breeding', 'breeding'),
  ('pigeon_health', 'active', 'disqualified', 'disqualified'),
  ('pigeon_health', 'reserve', 'unassigned', 'unassigned'),
  ('pigeon_health', 'reserve', 'active', 'active'),
  ('pigeon_health', 'reserve', 'activated_reserve', 'activated_reserve'),
  ('pigeon_health', 'reserve', 'for_sale', 'for_sale'),
  ('pigeon_health', 'reserve', 'injured', 'injured'),
  ('pigeon_health', 'reserve', 'lost', 'lost'),
  ('pigeon_health', 'reserve', 'died', 'died'),
  ('pigeon_health', 'reserve', 'quarantine', 'quarantine'),
  ('pigeon_health', 'reserve', 'held_back', 'held_back'),
  ('pigeon_health', 'reserve', 'breeding', 'breeding'),
  ('pigeon_health', 'reserve', 'disqualified', 'disqualified'),
  ('pigeon_health', 'activated_reserve', 'reserve', 'reserve'),
  ('pigeon_health', 'activated_reserve', 'for_sale', 'for_sale'),
  ('pigeon_health', 'activated_reserve', 'injured', 'injured'),
  ('pigeon_health', 'activated_reserve', 'lost', 'lost'),
  ('pigeon_health', 'activated_reserve', 'died', 'died'),
  ('pigeon_health', 'activated_reserve', 'quarantine', 'quarantine'),
  ('pigeon_health', 'activated_reserve', 'held_back', 'held_back'),
  ('pigeon_health', 'activated_reserve', 'breeding', 'breeding'),
  ('pigeon_health', 'activated_reserve', 'disqualified', 'disqualified'),
  ('pigeon_health', 'injured', 'active', 'active'),
  ('pigeon_health', 'injured', 'reserve', 'reserve'),
  ('pigeon_health', 'injured', 'activated_reserve', 'activated_reserve'),
  ('pigeon_health', 'injured', 'lost', 'lost'),
  ('pigeon_health', 'injured', 'died', 'died'),
  ('pigeon_health', 'injured', 'for_sale', 'for_sale'),
  ('pigeon_health', 'injured', 'quarantine', 'quarantine'),
  ('pigeon_health', 'injured', 'held_back', 'held_back'),
  ('pigeon_health', 'injured', 'breeding', 'breeding'),
  ('pigeon_health', 'injured', 'disqualified', 'disqualified'),
  ('pigeon_health', 'lost', 'active', 'active'),
  ('pigeon_health', 'lost', 'reserve', 'reserve'),
  ('pigeon_health', 'lost', 'activated_reserve', 'activated_reserve'),
  ('pigeon_health', 'lost', 'injured', 'injured'),
  ('pigeon_health', 'lost', 'died', 'died'),
  ('pigeon_health', 'lost', 'quarantine', 'quarantine'),
  ('pigeon_health', 'lost', 'held_back', 'held_back'),
  ('pigeon_health', 'died', 'held_back', 'held_back'),
  ('pigeon_health', 'for_sale', 'active', 'active'),
  ('pigeon_health', 'for_sale', 'reserve', 'reserve'),
  ('pigeon_health', 'for_sale', 'activated_reserve', 'activated_reserve'),
  ('pigeon_health', 'for_sale', 'injured', 'injured'),
  ('pigeon_health', 'for_sale', 'lost', 'lost'),
  ('pigeon_health', 'for_sale', 'died', 'died'),
  ('pigeon_health', 'for_sale', 'quarantine', 'quarantine'),
  ('pigeon_health', 'for_sale', 'held_back', 'held_back'),
  ('pigeon_health', 'for_sale', 'breeding', 'breeding'),
  ('pigeon_health', 'quarantine', 'active', 'active'),
  ('pigeon_health', 'quarantine', 'reserve', 'reserve'),
  ('pigeon_health', 'quarantine', 'activated_reserve', 'activated_reserve'),
  ('pigeon_health', 'quarantine', 'injured', 'injured'),
  ('pigeon_health', 'quarantine', 'lost', 'lost'),
  ('pigeon_health', 'quarantine', 'died', 'died'),
  ('pigeon_health', 'quarantine', 'for_sale', 'for_sale'),
  ('pigeon_health', 'quarantine', 'held_back', 'held_back'),
  ('pigeon_health', 'quarantine', 'breeding', 'breeding'),
  ('pigeon_health', 'quarantine', 'disqualified', 'disqualified'),
  ('pigeon_health', 'held_back', 'active', 'active'),
  ('pigeon_health', 'held_back', 'reserve', 'reserve'),
  ('pigeon_health', 'held_back', 'activated_reserve', 'activated_reserve'),
  ('pigeon_health', 'held_back', 'injured', 'injured'),
  ('pigeon_health', 'held_back', 'lost', 'lost'),
  ('pigeon_health', 'held_back', 'died', 'died'),
  ('pigeon_health', 'held_back', 'for_sale', 'for_sale'),
  ('pigeon_health', 'held_back', 'quarantine', 'quarantine'),
  ('pigeon_health', 'held_back', 'breeding', 'breeding'),
  ('pigeon_health', 'held_back', 'disqualified', 'disqualified'),
  ('pigeon_health', 'breeding', 'injured', 'injured'),
  ('pigeon_health', 'breeding', 'lost', 'lost'),
  ('pigeon_health', 'breeding', 'died', 'died'),
  ('pigeon_health', 'breeding', 'for_sale', 'for_sale'),
  ('pigeon_health', 'breeding', 'held_back', 'held_back'),
  ('pigeon_health', 'disqualified', 'injured', 'injured'),
  ('pigeon_health', 'disqualified', 'lost', 'lost'),
  ('pigeon_health', 'disqualified', 'died', 'died'),
  ('pigeon_health', 'disqualified', 'for_sale', 'for_sale'),
  ('pigeon_health', 'disqualified', 'held_back', 'held_back'),
  ('pigeon_health', 'disqualified', 'breeding', 'breeding'),
  ('pigeon_progress', 'new', 'create', 'not_activated'),
  ('pigeon_progress', 'not_activated', 'reserve_activation_pending', 'reserve_activation_pending'),
  ('pigeon_progress', 'not_activated', 'final_flight_activation_pending', 'final_flight_activation_pending'),
  ('pigeon_progress', 'reserve_activation_pending', 'not_activated', 'not_activated'),
  ('pigeon_progress', 'final_flight_activation_pending', 'not_activated', 'not_activated'),
  ('pigeon_progress', 'final_flight_activation_pending', 'final_flight_activated', 'final_flight_activated'),
  ('pigeon_progress', 'final_flight_activated', 'final_flight_activation_pending', 'final_flight_activation_pending'),
  ('pigeon_location', 'new', 'create', 'at_home'),
  ('pigeon_location', 'at_home', 'in_transit', 'in_transit'),
  ('pigeon_location', 'at_home', 'at_loft', 'at_loft'),
  ('pigeon_location', 'in_transit', 'at_home', 'at_home'),
  ('pigeon_location', 'in_transit', 'at_loft', 'at_loft'),
  ('pigeon_location', 'at_loft', 'at_home', 'at_home'),
  ('pigeon_location', 'at_loft', 'in_transit', 'in_transit');

create table pigeon_status_types (
  id            int primary key,
  machine       text not null,
  code          text not null unique,
  is_not_racing boolean not null,
  unique (machine, code)
);
insert into pigeon_status_types (id, machine, code, is_not_racing) values
  (1, 'pigeon_health', 'unassigned', false),
  (2, 'pigeon_health', 'assigned', false),
  (3, 'pigeon_health', 'active', false),
  (4, 'pigeon_health', 'reserve', false),
  (5, 'pigeon_health', 'activated_reserve', false),
  (6, 'pigeon_health', 'injured', false),
  (7, 'pigeon_health', 'lost', false),
  (8, 'pigeon_health', 'died', false),
  (9, 'pigeon_health', 'for_sale', false),
  (10, 'pigeon_health', 'quarantine', true),
  (11, 'pigeon_health', 'held_back', true),
  (12, 'pigeon_health', 'breeding', true),
  (13, 'pigeon_health', 'disqualified', true),
  (21, 'pigeon_progress', 'not_activated', false),
  (22, 'pigeon_progress', 'reserve_activation_pending', false),
  (23, 'pigeon_progress', 'final_flight_activation_pending', false),
  (24, 'pigeon_progress', 'final_flight_activated', false),
  (31, 'pigeon_location', 'at_home', false),
  (32, 'pigeon_location', 'in_transit', false),
  (33, 'pigeon_location', 'at_loft', false);

-- Where each of the three stands. A season takes thousands of birds at once, so a history begins with the first change:
-- before it a bird is where its machine begins. Who entered it and when stands with the bird.
alter table pigeons
  add health text not null default 'unassigned',
  add progress text not null default 'not_activated',
  add location text not null default 'at_home',
  add entered_at timestamptz(3) not null default now(),
  add entered_by bigint references users (id),
  add pedigree_file_id bigint,
  add foreign key (loft_id, pedigree_file_id) references files (loft_id, id);

create table pigeon_history (
  loft_id     bigint not null,
  pigeon_id   bigint not null,
  machine     text not null check (machine in ('pigeon_health', 'pigeon_progress', 'pigeon_location')),
  n           int not null check (n >= 1),
  prev_n      int generated always as (nullif(n - 1, 0)) stored,
  from_status text not null,
  to_status   text not null,
  at          timestamptz(3) not null,
  reason      text check (length(reason) between 1 and 1000),
  -- Null: the program itself.
  user_id     bigint references users (id),
  primary key (loft_id, pigeon_id, machine, n),
  unique (loft_id, pigeon_id, machine, n, to_status),
  -- A bird that may be removed takes its history along.
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id) on delete cascade,
  foreign key (machine, from_status, to_status) references status_edges (machine, from_status, to_status),
  foreign key (loft_id, pigeon_id, machine, prev_n, from_status)
    references pigeon_history (loft_id, pigeon_id, machine, n, to_status),
  constraint same_status check (from_status <> to_status),
  check (n > 1 or from_status = case machine when 'pigeon_health' then 'unassigned'
    when 'pigeon_progress' then 'not_activated' else 'at_home' end)
);

create function keep_pigeon_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from pigeons where loft_id = old.loft_id and id = old.pigeon_id) then
    return old;
  end if;
  raise exception 'pigeon_history is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on pigeon_history for each row execute function keep_pigeon_history();
create trigger append_only_all before truncate on pigeon_history execute function refuse_change();

-- All rows of one statement at once: a loft changes hundreds of birds together.
create function carry_pigeon_status() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  update pigeons p set health = coalesce(s.health, p.health), progress = coalesce(s.progress, p.progress),
    location = coalesce(s.location, p.location)
  from (
    select loft_id, pigeon_id,
      (array_agg(to_status order by n desc) filter (where machine = 'pigeon_health'))[1] as health,
      (array_agg(to_status order by n desc) filter (where machine = 'pigeon_progress'))[1] as progress,
      (array_agg(to_status order by n desc) filter (where machine = 'pigeon_location'))[1] as location
    from added group by loft_id, pigeon_id) s
  where p.loft_id = s.loft_id and p.id = s.pigeon_id;
  return null;
end $$;
create trigger carry after insert on pigeon_history referencing new table as added
  for each statement execute function carry_pigeon_status();

create function guard_pigeon_status() returns trigger language plpgsql as $$
declare
  last record;
begin
  select (array_agg(to_status order by n desc) filter (where machine = 'pigeon_health'))[1] as health,
    (array_agg(to_status order by n desc) filter (where machine = 'pigeon_progress'))[1] as progress,
    (array_agg(to_status order by n desc) filter (where machine = 'pigeon_location'))[1] as location
    into last from pigeon_history where loft_id = new.loft_id and pigeon_id = new.id;
  if (new.health, new.progress, new.location) is distinct from
    (coalesce(last.health, 'unassigned'), coalesce(last.progress, 'not_activated'), coalesce(last.location, 'at_home'))
  then
    raise exception 'the status of pigeon % comes from its history', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_new before insert on pigeons for each row
  when (new.health <> 'unassigned' or new.progress <> 'not_activated' or new.location <> 'at_home')
  execute function guard_pigeon_status();
create trigger guard before update of health, progress, location on pigeons
  for each row execute function guard_pigeon_status();

create index pigeons_lost on pigeons (loft_id, season_id) where health = 'lost';

-- A bird that wears a chip is at the loft and flies.
insert into pigeon_history (loft_id, pigeon_id, machine, n, from_status, to_status, at)
select worn.loft_id, worn.pigeon_id, step.machine, 1, step.from_status, step.to_status, worn.since
from (select loft_id, pigeon_id, min(lower(during)) as since from pigeon_chips group by loft_id, pigeon_id) worn
cross join (values ('pigeon_health', 'unassigned', 'active'), ('pigeon_location', 'at_home', 'at_loft'))
  as step (machine, from_status, to_status);
