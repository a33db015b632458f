-- The photos that a loft takes of its birds: one at a time of each bird of a season. What is replaced or removed loses
-- its picture; who took it and when stays.
create table bird_photos (
  loft_id     bigint not null,
  pigeon_id   bigint not null,
  n           int not null check (n > 0),
  -- The first half of the SHA-256 of the picture, by which its address names it; null once it has ended.
  hash        text check (hash ~ '^[0-9a-f]{32}$'),
  file_id     bigint,
  user_id     bigint references users (id),
  at          timestamptz(3) not null,
  ended_at    timestamptz(3),
  ended_by    bigint references users (id),
  ended       text check (ended in ('replaced', 'removed', 'removed_for_owner')),
  primary key (loft_id, pigeon_id, n),
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id) on delete cascade,
  foreign key (loft_id, file_id) references files (loft_id, id),
  check (num_nonnulls(hash, file_id) = case when ended_at is null then 2 else 0 end),
  check ((ended_at is null) = (ended is null))
);
create unique index bird_photos_current on bird_photos (loft_id, pigeon_id) where ended_at is null;
create index bird_photos_file on bird_photos (loft_id, file_id) where file_id is not null;
