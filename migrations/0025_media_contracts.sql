-- What a loft shows of itself, and what those agree to who race there. A rule of the domain that the database keeps too
-- is named by the code of its refusal (server/db/refusals.ts).

create domain language_code as text
  check (value in ('ar', 'cn', 'de', 'en', 'es', 'fr', 'hu', 'it', 'jp', 'nl', 'pl', 'pt', 'ro', 'ru', 'se', 'sk', 'th', 'tr'));

-- The pictures of a loft in their order: places without gaps, changed together.
create table media (
  loft_id bigint not null references lofts (id),
  id      bigint generated always as identity,
  file_id bigint not null,
  place   int not null,
  primary key (loft_id, id),
  unique (id),
  foreign key (loft_id, file_id) references files (loft_id, id),
  constraint "media_full.place" check (place between 1 and 60),
  unique (loft_id, place) deferrable initially deferred
);
create index media_by_file on media (loft_id, file_id);

create table media_captions (
  loft_id  bigint not null,
  media_id bigint not null,
  language language_code not null,
  text     text not null check (length(text) between 1 and 200),
  primary key (loft_id, media_id, language),
  foreign key (loft_id, media_id) references media (loft_id, id) on delete cascade
);

-- The versions of a loft's contract, numbered in each language as they are published. What was published stays as it is.
create table contracts (
  loft_id      bigint not null references lofts (id),
  id           bigint generated always as identity,
  language     language_code not null,
  title        text not null check (length(title) between 1 and 128),
  -- The text itself, or a PDF.
  text         text check (length(text) between 1 and 100000),
  file_id      bigint,
  valid_from   date not null check (valid_from between '1900-01-01' and '2200-12-31'),
  version      int check (version >= 1),
  created_at   timestamptz(3) not null default now(),
  created_by   bigint not null references users (id),
  published_at timestamptz(3),
  published_by bigint references users (id),
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, language, version),
  foreign key (loft_id, file_id) references files (loft_id, id),
  constraint "contract_empty.text" check (num_nonnulls(text, file_id) = 1),
  check ((version is null) = (published_at is null) and (version is null) = (published_by is null))
);
create index contracts_by_file on contracts (loft_id, file_id);

create function keep_published() returns trigger language plpgsql as $$
begin
  if old.published_at is not null then
    raise exception 'contract % is published', old.id
      using errcode = 'check_violation', constraint = 'contract_published';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_published before update or delete on contracts for each row execute function keep_published();
create trigger keep_published_all before truncate on contracts execute function refuse_change();

-- A version is in force from its day until the next one of its language that is published.
create function contract_in_force(loft bigint, in_language text, on_day date) returns bigint language sql stable as $$
  select id from contracts
  where loft_id = loft and language = in_language and published_at is not null and valid_from <= on_day
  order by valid_from desc, version desc limit 1
$$;

-- Who agreed to which version, and when. Grows only.
create table contract_acceptances (
  loft_id     bigint not null,
  contract_id bigint not null,
  user_id     bigint not null references users (id),
  accepted_at timestamptz(3) not null default now(),
  primary key (loft_id, contract_id, user_id),
  foreign key (loft_id, contract_id) references contracts (loft_id, id)
);
create index contract_acceptances_by_user on contract_acceptances (user_id);
create trigger append_only before update or delete on contract_acceptances for each row execute function refuse_change();
create trigger append_only_all before truncate on contract_acceptances execute function refuse_change();

create function accept_what_is_in_force() returns trigger language plpgsql as $$
declare
  said contracts;
  zone text;
begin
  select * into said from contracts where loft_id = new.loft_id and id = new.contract_id for share;
  select time_zone into zone from lofts where id = new.loft_id;
  if contract_in_force(new.loft_id, said.language, (new.accepted_at at time zone zone)::date) is distinct from new.contract_id then
    raise exception 'contract % is not in force', new.contract_id
      using errcode = 'check_violation', constraint = 'contract_not_in_force';
  end if;
  return new;
end $$;
create trigger accept_what_is_in_force before insert on contract_acceptances
  for each row execute function accept_what_is_in_force();
