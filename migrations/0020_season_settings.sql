-- What an operator sets of a season beside its due dates, and who walked its states.

alter table seasons
  add description text check (length(description) between 1 and 4000),
  -- Null: as many as come.
  add max_pigeons int check (max_pigeons between 1 and 100000),
  add max_active_pigeons int check (max_active_pigeons between 0 and 100000),
  add max_reserve_pigeons int check (max_reserve_pigeons between 0 and 100000),
  -- How often it was saved: who changes it says which one was seen.
  add version int not null default 1,
  add constraint "more_than_season.max_active_pigeons" check (max_active_pigeons <= max_pigeons),
  add constraint "more_than_season.max_reserve_pigeons" check (max_reserve_pigeons <= max_pigeons);

alter index seasons_by_name rename to "error_unique.name.seasons";

-- Null: the program itself.
alter table season_history add user_id bigint references users (id);
