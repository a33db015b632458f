-- An account begins when its address is proved. Until then there is a registration, one for each time that somebody
-- asked, known by the link in its letter; the link itself is kept nowhere, it is made anew from the id when it is sent.
create table idp.registrations (
  id           text primary key,
  email        text not null check (email = lower(email) and length(email) between 3 and 256),
  given_name   text not null,
  family_name  text not null,
  locale       text not null,
  -- Its hash, good only in the browser that asked.
  password     text not null,
  browser_hash bytea not null check (length(browser_hash) = 32),
  onward       text not null,
  at           timestamptz not null default now(),
  -- Null until its letter has gone.
  until        timestamptz
);
create index registrations_by_email on idp.registrations (email);

-- Links to a new password, in the same way.
create table idp.password_resets (
  id      text primary key,
  user_id text not null references idp."user" ("id") on delete cascade,
  onward  text not null,
  at      timestamptz not null default now(),
  until   timestamptz
);
create index password_resets_by_user on idp.password_resets (user_id);

-- Whoever has not proved an address until now registers again: the password may be somebody else's.
delete from idp."user" where not "emailVerified";
