-- A ranking that promises no prizes, or a championship, is withdrawn by who published it: with a reason, for good. The row
-- stays as the line that says so; its name is free again.
alter table rankings
  add column withdrawn_at timestamptz(3),
  add column withdrawn_reason text check (length(withdrawn_reason) between 1 and 1000),
  add check ((withdrawn_at is null) = (withdrawn_reason is null)),
  add check (withdrawn_at is null or (published_at is not null and prizes is null));
drop index "error_unique.name.rankings";
create unique index "error_unique.name.rankings" on rankings (loft_id, season_id, lower(name)) where withdrawn_at is null;

alter table championships
  add column withdrawn_at timestamptz(3),
  add column withdrawn_reason text check (length(withdrawn_reason) between 1 and 1000),
  add check ((withdrawn_at is null) = (withdrawn_reason is null)),
  add check (withdrawn_at is null or published_at is not null);
drop index "error_unique.name.championships";
create unique index "error_unique.name.championships" on championships (year, lower(name)) where withdrawn_at is null;
drop index "error_unique.is_world_list.championships";
create unique index "error_unique.is_world_list.championships" on championships (year, (rule ->> 'of'))
  where is_world_list and withdrawn_at is null;

-- What is withdrawn never changes.
create function keep_withdrawn() returns trigger language plpgsql as $$
begin
  raise exception 'what is withdrawn stays so' using errcode = 'restrict_violation', constraint = 'not_found';
end $$;
create trigger keep_withdrawn before update or delete on rankings
  for each row when (old.withdrawn_at is not null) execute function keep_withdrawn();
create trigger keep_withdrawn before update or delete on championships
  for each row when (old.withdrawn_at is not null) execute function keep_withdrawn();
