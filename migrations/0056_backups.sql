-- When the last backup was taken, for whoever watches over the site. One that is restored does not know of itself.
create table backups (
  id          bigint generated always as identity primary key,
  -- The moment whose state it holds.
  taken_at    timestamptz(3) not null,
  finished_at timestamptz(3) not null default now(),
  version     text not null,
  bytes       bigint not null,
  -- The machine and the folder.
  place       text not null
);
