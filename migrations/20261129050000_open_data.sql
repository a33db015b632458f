-- Open data: what a loft says about the use of its data, and the keys of people who read much of it.

alter table lofts
  -- Under which terms others may use the loft's public data; null: the loft has said nothing.
  add column data_licence text check (length(data_licence) between 1 and 300);

create table api_keys (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users (id),
  name         text not null check (length(name) between 1 and 64),
  -- The key itself is shown once and is kept nowhere.
  key_hash     bytea not null unique check (length(key_hash) = 32),
  created_at   timestamptz(3) not null default now(),
  last_used_on date
);
create index api_keys_by_user on api_keys (user_id, id);
