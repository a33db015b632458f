-- A status is a table of steps. Every history row points at one of these, so a step that is not here cannot happen.
-- The same tables stand in src/domain as data; a test compares the two.

create table status_edges (
  machine     text not null,
  from_status text not null,
  event       text not null,
  to_status   text not null,
  primary key (machine, from_status, to_status),
  unique (machine, from_status, event),
  check (from_status <> to_status)
);

insert into status_edges (machine, from_status, event, to_status) values
  ('season', 'new', 'create', 'draft'),
  ('season', 'draft', 'open', 'in_progress'),
  ('season', 'in_progress', 'finish', 'over'),
  ('season', 'over', 'complete', 'season_complete'),
  ('flight', 'new', 'create', 'planned'),
  ('flight', 'planned', 'open_basketing', 'basketing'),
  ('flight', 'planned', 'annul', 'annulled'),
  ('flight', 'basketing', 'postpone', 'planned'),
  ('flight', 'basketing', 'release', 'released'),
  ('flight', 'basketing', 'annul', 'annulled'),
  ('flight', 'released', 'close', 'closed'),
  ('flight', 'released', 'annul', 'annulled'),
  ('flight', 'closed', 'publish', 'provisional'),
  ('flight', 'closed', 'annul', 'annulled'),
  ('flight', 'provisional', 'make_official', 'official'),
  ('flight', 'provisional', 'annul', 'annulled');

-- A history may only grow, and a ledger too.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- A history row carries the status of its subject forward. Arguments: the subject's table, the column that names it.
-- It runs as the owner, because the serving role may not write a status itself.
create function carry_status() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute format('update %I set status = $1 where loft_id = $2 and id = $3', tg_argv[0])
    using new.to_status, new.loft_id, (to_jsonb(new) ->> tg_argv[1])::bigint;
  return null;
end $$;

-- Whoever writes, a status is what the last history row says; a fresh subject has the machine's first one.
-- Arguments: the history's table, the column that names the subject.
create function guard_status() returns trigger language plpgsql as $$
declare
  last text;
begin
  execute format('select to_status from %I where loft_id = $1 and %I = $2 order by n desc limit 1', tg_argv[0], tg_argv[1])
    into last using new.loft_id, new.id;
  if new.status is distinct from coalesce(last, tg_argv[2]) then
    raise exception 'the status of % % comes from its history', tg_table_name, new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A subject without its first history row would have no past.
create function need_history() returns trigger language plpgsql as $$
declare
  found_one boolean;
begin
  execute format('select exists (select from %I where loft_id = $1 and %I = $2)', tg_argv[0], tg_argv[1])
    into found_one using new.loft_id, new.id;
  if not found_one then
    raise exception '% % has no history', tg_table_name, new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
