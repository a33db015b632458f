-- A team may belong to somebody's account: its customer. Who works for the loft is no customer of it.

alter table teams add user_id bigint references users (id);
create index teams_by_user on teams (user_id) where user_id is not null;

create function customers_only() returns trigger language plpgsql as $$
begin
  if exists (
    select from loft_permissions where loft_id = new.loft_id and user_id = new.user_id and is_active
  ) then
    raise exception 'team % cannot be of somebody who works for its loft', new.id
      using errcode = 'check_violation', constraint = 'email_not_assignable';
  end if;
  return new;
end $$;
create trigger customers_only before insert or update of user_id on teams
  for each row when (new.user_id is not null) execute function customers_only();

-- What cannot be removed says so in the words of its rule, before the keys that point at it say it in theirs.
create function hold_pigeons() returns trigger language plpgsql as $$
begin
  if exists (select from pigeons where loft_id = old.loft_id and season_id = old.season_id and team_id = old.id) then
    raise exception 'team % holds pigeons', old.id
      using errcode = 'foreign_key_violation', constraint = 'team_holds_pigeons';
  end if;
  return old;
end $$;
create trigger hold_pigeons before delete on teams for each row execute function hold_pigeons();

create function keep_flown() returns trigger language plpgsql as $$
begin
  if exists (select from baskets where loft_id = old.loft_id and pigeon_id = old.id) then
    raise exception 'pigeon % is on a basketing list', old.id
      using errcode = 'foreign_key_violation', constraint = 'pigeon_flown';
  end if;
  return old;
end $$;
create trigger keep_flown before delete on pigeons for each row execute function keep_flown();

alter index teams_by_name rename to "error_unique.team.teams";

-- A bird that may be removed takes along the chips it wore; nobody takes a chip from a bird that stays.
alter table pigeon_chips drop constraint pigeon_chips_loft_id_pigeon_id_fkey,
  add foreign key (loft_id, pigeon_id) references pigeons (loft_id, id) on delete cascade;
