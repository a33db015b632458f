-- Clocks. The key is shown once, when it is made; only its hash is kept.

create table devices (
  loft_id    bigint not null references lofts (id),
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 64),
  key_hash   bytea not null unique check (length(key_hash) = 32),
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (loft_id, id),
  unique (id)
);
create unique index devices_by_name on devices (loft_id, lower(name));
