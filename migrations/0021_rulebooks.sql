-- The rulebook of a season in versions. A flight that names a version is flown by it: until its release it follows the
-- latest one, from then on its version and its rules are frozen. A flight without one has rules of its own.

create table rulebooks (
  loft_id      bigint not null,
  season_id    bigint not null,
  version      int not null check (version >= 1),
  prev_version int generated always as (nullif(version - 1, 0)) stored,
  content      jsonb not null,
  -- Null: the program itself.
  user_id      bigint references users (id),
  at           timestamptz(3) not null default now(),
  primary key (loft_id, season_id, version),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  -- No gap and no fork.
  foreign key (loft_id, season_id, prev_version) references rulebooks (loft_id, season_id, version)
);
create trigger append_only before update or delete on rulebooks for each row execute function refuse_change();
create trigger append_only_all before truncate on rulebooks execute function refuse_change();

-- Seasons that are there already begin as a new one does.
insert into rulebooks (loft_id, season_id, version, content)
select seasons.loft_id, seasons.id, 1, jsonb_build_object(
  'rules', jsonb_build_object(
    'speed', jsonb_build_object('unit', case lofts.unit when 'km' then 'm/min' else 'yd/min' end, 'decimals', 4,
      'rounding', 'half-up'),
    'precision_ms', 1,
    'ties', 'shared',
    'closed_night', jsonb_build_object('kind', 'none'),
    'closing', jsonb_build_object('kind', 'none')),
  'manual_arrival', 'last_of_drop',
  'aces', jsonb_build_array(),
  'prizes', jsonb_build_object(),
  'ties_share_prizes', true,
  'refunds', jsonb_build_object('entry', 'none', 'activation', 'none'))
from seasons join lofts on lofts.id = seasons.loft_id;

alter table flights add column rulebook_version int;
alter table flights add foreign key (loft_id, season_id, rulebook_version)
  references rulebooks (loft_id, season_id, version);

create or replace function freeze_released_flight() returns trigger language plpgsql as $$
begin
  if old.status not in ('planned', 'basketing')
    and ((new.rules, new.distance_m, new.release_time, new.closed_intervals, new.day_starts)
        is distinct from (old.rules, old.distance_m, old.release_time, old.closed_intervals, old.day_starts)
      or new.rulebook_version is distinct from old.rulebook_version
      -- A flight without a closing rule is closed by hand: that sets the instant once.
      or (old.closes_at is not null and new.closes_at is distinct from old.closes_at)) then
    raise exception 'flight % is released: its rules, distance and times are frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Whoever writes a rulebook need not think of the flights.
create function follow_rulebook() returns trigger language plpgsql as $$
begin
  update flights set rules = new.content -> 'rules', rulebook_version = new.version
  where loft_id = new.loft_id and season_id = new.season_id and rulebook_version is not null
    and status in ('planned', 'basketing');
  return null;
end $$;
create trigger follow after insert on rulebooks for each row execute function follow_rulebook();

-- What a flight names as its rules is what the version says.
create function keep_to_rulebook() returns trigger language plpgsql as $$
begin
  if new.rules is distinct from (
    select content -> 'rules' from rulebooks
    where loft_id = new.loft_id and season_id = new.season_id and version = new.rulebook_version) then
    raise exception 'flight % does not have the rules of version %', new.id, new.rulebook_version
      using errcode = 'check_violation', constraint = 'rules_of_rulebook';
  end if;
  return new;
end $$;
create trigger keep_to_rulebook before insert or update of rules, rulebook_version on flights
  for each row when (new.rulebook_version is not null) execute function keep_to_rulebook();
