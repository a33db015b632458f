-- The rankings of a season (domain 2.12, 2.13): each by a rule, which is fixed when the ranking is published.

create table rankings (
  loft_id      bigint not null,
  season_id    bigint not null,
  id           bigint generated always as identity,
  name         text not null check (length(name) between 1 and 128),
  -- Its name in other languages, by language.
  names        jsonb not null default '{}',
  rule         jsonb not null,
  -- Null: a draft.
  published_at timestamptz(3),
  published_by bigint references users (id),
  version      int not null default 1 check (version >= 1),
  primary key (loft_id, id),
  unique (loft_id, season_id, id),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  check (published_by is null or published_at is not null)
);
create unique index "error_unique.name.rankings" on rankings (loft_id, season_id, lower(name));

-- Whoever writes: what was published once keeps its rule, and stays.
create function keep_published_rule() returns trigger language plpgsql as $$
begin
  if old.published_at is not null
    and (tg_op = 'DELETE' or new.rule <> old.rule or new.published_at is distinct from old.published_at) then
    raise exception 'a published ranking keeps its rule' using errcode = 'restrict_violation', constraint = 'ranking_is_published';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_published_rule before update or delete on rankings
  for each row execute function keep_published_rule();

-- A ranking as it stood when all its flights were official; after a correction it is frozen once more.
create table frozen_rankings (
  loft_id    bigint not null,
  ranking_id bigint not null,
  version    int not null check (version >= 1),
  prev_version int generated always as (nullif(version - 1, 0)) stored,
  at         timestamptz(3) not null,
  -- The text that the fingerprint is of, byte for byte.
  content    text not null,
  sha256     text not null check (sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  primary key (loft_id, ranking_id, version),
  foreign key (loft_id, ranking_id) references rankings (loft_id, id),
  -- No gap and no fork.
  foreign key (loft_id, ranking_id, prev_version) references frozen_rankings (loft_id, ranking_id, version)
);
create trigger append_only before update or delete on frozen_rankings for each row execute function refuse_change();
create trigger append_only_all before truncate on frozen_rankings execute function refuse_change();
