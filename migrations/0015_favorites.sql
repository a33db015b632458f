-- What people starred: a loft, or one thing of it. Each kind has a column of its own, so that nothing can be starred
-- that does not exist; a row without any of them is the loft itself.

create table favorites (
  id        bigint generated always as identity primary key,
  user_id   bigint not null references users (id) on delete cascade,
  loft_id   bigint not null references lofts (id) on delete cascade,
  team_id   bigint,
  pigeon_id bigint,
  flight_id bigint,
  at        timestamptz(3) not null default now(),
  foreign key (loft_id, team_id) references teams (loft_id, id) on delete cascade,
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id) on delete cascade,
  foreign key (loft_id, flight_id) references flights (loft_id, id) on delete cascade,
  check (num_nonnulls(team_id, pigeon_id, flight_id) <= 1),
  unique nulls not distinct (user_id, loft_id, team_id, pigeon_id, flight_id)
);
