-- Championships over lofts (domain 2.13): a league of seasons, or the world list of a year, by a rule that is fixed when
-- it is published.

create table championships (
  id            bigint generated always as identity primary key,
  name          text not null check (length(name) between 1 and 128),
  -- Its name in other languages, by language.
  names         jsonb not null default '{}',
  year          int not null check (year between 2000 and 2200),
  -- Of all seasons of the year; else of those in championship_seasons.
  is_world_list boolean not null,
  rule          jsonb not null,
  -- Null: a draft.
  published_at  timestamptz(3),
  published_by  bigint references users (id),
  version       int not null default 1 check (version >= 1),
  check (published_by is null or published_at is not null)
);
create unique index "error_unique.name.championships" on championships (year, lower(name));
-- One world list of birds, one of fanciers and one of countries for each year.
create unique index "error_unique.is_world_list.championships" on championships (year, (rule ->> 'of')) where is_world_list;

create table championship_seasons (
  championship_id bigint not null references championships (id) on delete cascade,
  loft_id         bigint not null,
  season_id       bigint not null,
  primary key (championship_id, loft_id, season_id),
  foreign key (loft_id, season_id) references seasons (loft_id, id)
);
create index on championship_seasons (loft_id, season_id);

-- Whoever writes: what was published once keeps its year, its seasons and its rule, and stays.
create function keep_published_championship() returns trigger language plpgsql as $$
begin
  if old.published_at is not null and (tg_op = 'DELETE' or new.rule <> old.rule or new.year <> old.year
    or new.is_world_list <> old.is_world_list or new.published_at is distinct from old.published_at) then
    raise exception 'a published championship keeps its rule'
      using errcode = 'restrict_violation', constraint = 'championship_is_published';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_published_championship before update or delete on championships
  for each row execute function keep_published_championship();

create function keep_published_seasons() returns trigger language plpgsql as $$
begin
  if exists (select from championships where id = (coalesce(new, old)).championship_id and published_at is not null) then
    raise exception 'a published championship keeps its seasons'
      using errcode = 'restrict_violation', constraint = 'championship_is_published';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_published_seasons before insert or update or delete on championship_seasons
  for each row execute function keep_published_seasons();

-- The lines of a championship by the results that were official then; another version when they are others.
create table championship_versions (
  championship_id bigint not null references championships (id),
  version         int not null check (version >= 1),
  prev_version    int generated always as (nullif(version - 1, 0)) stored,
  at              timestamptz(3) not null,
  -- The text that the fingerprint is of, byte for byte.
  content         text not null,
  sha256          text not null check (sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  primary key (championship_id, version),
  -- No gap and no fork.
  foreign key (championship_id, prev_version) references championship_versions (championship_id, version)
);
create trigger append_only before update or delete on championship_versions for each row execute function refuse_change();
create trigger append_only_all before truncate on championship_versions execute function refuse_change();

-- What the latest lines were reckoned from: while it is the same, so are they.
create table championship_sources (
  championship_id bigint primary key references championships (id),
  source          text not null
);
