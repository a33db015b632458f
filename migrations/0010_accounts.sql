-- People: who they are, where they are signed in, what they may do in which loft, and what was changed of that.
-- Passwords and codes are the identity provider's; here a person is known by issuer and subject.

create table users (
  id              bigint generated always as identity primary key,
  issuer          text not null check (length(issuer) between 1 and 512),
  subject         text not null check (length(subject) between 1 and 255),
  email           text check (length(email) between 3 and 128),
  first_name      text check (length(first_name) between 1 and 128),
  last_name       text check (length(last_name) between 1 and 128),
  identity_number text check (length(identity_number) between 1 and 64),
  city            text check (length(city) between 1 and 128),
  street          text check (length(street) between 1 and 128),
  zipcode         text check (length(zipcode) between 1 and 32),
  image           text check (length(image) between 1 and 2048),
  language        text,
  is_admin        boolean not null default false,
  -- Names without rights of their own.
  roles           text[] not null default '{}' check (roles <@ array['translator', 'supporter', 'developer']),
  created_at      timestamptz(3) not null default now(),
  unique (issuer, subject)
);
create unique index users_by_email on users (issuer, lower(email));

-- A browser that is signed in. Its token and the handles for calls are kept as hashes only; what the issuer gave stays
-- here and never leaves the server.
create table user_sessions (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users (id),
  token_hash    bytea not null unique,
  refresh_hash  bytea unique,
  access_token  text,
  refresh_token text,
  id_token      text,
  -- When the issuer's token is over, and how long it lived: it is renewed before (4.9).
  renew_at      timestamptz(3),
  expires_at    timestamptz(3) not null,
  created_at    timestamptz(3) not null default now(),
  agent         text check (length(agent) <= 512),
  ended_at      timestamptz(3)
);
create index user_sessions_by_user on user_sessions (user_id) where ended_at is null;

-- What a person may do in a loft (3.11). An entry that is not active gives nothing.
create table loft_permissions (
  loft_id     bigint not null references lofts (id),
  user_id     bigint not null references users (id),
  is_merchant boolean not null default false,
  is_agent    boolean not null default false,
  is_staff    boolean not null default false,
  -- May work on the loft's seasons without being its merchant (6.8).
  has_seasons boolean not null default false,
  is_active   boolean not null default true,
  given_at    timestamptz(3) not null default now(),
  primary key (loft_id, user_id),
  check (is_merchant or is_agent or is_staff or has_seasons)
);
create index loft_permissions_by_user on loft_permissions (user_id);

-- Who changed what. Grows only.
create table audit_log (
  id      bigint generated always as identity primary key,
  loft_id bigint references lofts (id),
  -- Null: the program itself.
  user_id bigint references users (id),
  action  text not null check (length(action) between 1 and 64),
  -- Whom it is about, if it is about a person.
  about_user_id bigint references users (id),
  before  jsonb,
  after   jsonb,
  at      timestamptz(3) not null default now()
);
create index audit_log_by_loft on audit_log (loft_id, id desc);
create trigger append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger append_only_all before truncate on audit_log execute function refuse_change();

-- A loft that has had a merchant keeps an active one (5.4). Two removals at the same moment wait for each other at the
-- loft's row.
create function keep_a_merchant() returns trigger language plpgsql as $$
begin
  if not (old.is_merchant and old.is_active) then return null; end if;
  perform 1 from lofts where id = old.loft_id for no key update;
  if not exists (select from loft_permissions where loft_id = old.loft_id and is_merchant and is_active) then
    raise exception 'loft % would have no active merchant', old.loft_id
      using errcode = 'check_violation', constraint = 'one_active_merchant';
  end if;
  return null;
end $$;
create trigger keep_a_merchant after update or delete on loft_permissions for each row execute function keep_a_merchant();
