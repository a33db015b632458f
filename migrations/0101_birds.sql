-- A bird is one bird for life, known by its ring; a pigeon is its part in one season (decision 51). What is said of a bird is
-- said with that part, by whoever has the bird then.

create table birds (
  id       bigint generated always as identity primary key,
  ring_key text not null check (ring_key <> ''),
  -- Which of the birds with this ring: the first, or one that somebody told apart from it.
  n        int not null default 1 check (n >= 1),
  unique (ring_key, n),
  unique (id, ring_key)
);
insert into birds (ring_key) select distinct ring_key from pigeons order by ring_key;

alter table pigeons
  add bird_id bigint,
  add hatch_year int check (hatch_year between 1900 and 2200),
  add breeder text check (length(breeder) between 1 and 128),
  -- The rings of its parents.
  add sire text check (length(sire) between 1 and 32),
  add dam text check (length(dam) between 1 and 32);
update pigeons p set bird_id = b.id from birds b where b.ring_key = p.ring_key;
alter table pigeons
  alter bird_id set not null,
  add constraint pigeon_of_bird foreign key (bird_id, ring_key) references birds (id, ring_key);
create index pigeons_by_bird on pigeons (bird_id, id);

-- That the pigeon of a season is another bird than was thought, or the same again.
create table bird_changes (
  loft_id      bigint not null,
  pigeon_id    bigint not null,
  n            int not null check (n >= 1),
  from_bird_id bigint not null references birds (id),
  to_bird_id   bigint not null references birds (id),
  -- Whether that bird came to be with this change, told apart from the one before.
  is_new       boolean not null,
  at           timestamptz(3) not null,
  reason       text check (length(reason) between 1 and 1000),
  user_id      bigint references users (id),
  primary key (loft_id, pigeon_id, n),
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id) on delete cascade,
  check (from_bird_id <> to_bird_id)
);

create function keep_bird_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from pigeons where loft_id = old.loft_id and id = old.pigeon_id) then
    return old;
  end if;
  raise exception 'bird_changes is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on bird_changes for each row execute function keep_bird_changes();
create trigger append_only_all before truncate on bird_changes execute function refuse_change();

-- With the ring a pigeon changes its bird; with the same ring somebody says so.
create function keep_bird() returns trigger language plpgsql as $$
begin
  if not exists (select from bird_changes c where c.loft_id = new.loft_id and c.pigeon_id = new.id
    and c.from_bird_id = old.bird_id and c.to_bird_id = new.bird_id
    and c.n = (select max(n) from bird_changes where loft_id = new.loft_id and pigeon_id = new.id))
  then
    raise exception 'nobody said that pigeon % is another bird', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger keep_bird after update of bird_id on pigeons deferrable initially deferred for each row
  when (new.bird_id <> old.bird_id and new.ring_key = old.ring_key) execute function keep_bird();

alter table seasons drop constraint seasons_hidden_known, add constraint seasons_hidden_known check (
  array_position(hidden, null) is null and hidden <@ array[
    'participants.team', 'participants.country', 'participants.fancier', 'participants.pigeonsCount',
    'fanciers.ringDescriptor', 'fanciers.color', 'fanciers.eyeColor', 'fanciers.sex', 'fanciers.pigeonName',
    'fanciers.hatchYear', 'fanciers.breeder', 'fanciers.sire', 'fanciers.dam',
    'results.rank', 'results.fancier', 'results.team', 'results.country', 'results.ringDescriptor', 'results.time',
    'results.speed', 'results.pigeonName',
    'baskets.fancier', 'baskets.team', 'baskets.country', 'baskets.ringDescriptor', 'baskets.pigeonName', 'baskets.time',
    'aces.rank', 'aces.fancier', 'aces.team', 'aces.country', 'aces.ringDescriptor', 'aces.pigeonName', 'aces.speed']);

-- A season that hides the rings of its birds, or who has them, has not said that it would show these.
update seasons set hidden = (
    select array_agg(one order by array_position(array[
      'participants.team', 'participants.country', 'participants.fancier', 'participants.pigeonsCount',
      'fanciers.ringDescriptor', 'fanciers.color', 'fanciers.eyeColor', 'fanciers.sex', 'fanciers.pigeonName',
      'fanciers.hatchYear', 'fanciers.breeder', 'fanciers.sire', 'fanciers.dam'], one), place)
    from unnest(hidden || case when 'fanciers.ringDescriptor' = any(hidden)
        then array['fanciers.hatchYear', 'fanciers.sire', 'fanciers.dam'] else '{}' end
      || case when 'participants.fancier' = any(hidden) then array['fanciers.breeder'] else '{}' end)
      with ordinality as all_of_it (one, place))
  where hidden && array['fanciers.ringDescriptor', 'participants.fancier'];
