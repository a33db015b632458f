-- Whoever rejects an order says why: its customer reads it (specification 4.1). Rows from before stay as they are.
alter table order_history
  add constraint "error_required.reason" check (to_status <> 'rejected' or coalesce(trim(reason), '') <> '') not valid;

-- What somebody has chosen and not sent yet, for them to go on with on any device; once for a season.
create table registration_drafts (
  user_id   bigint not null references users (id),
  loft_id   bigint not null,
  season_id bigint not null,
  -- The fields of the form by their names, as they were typed.
  choice    jsonb not null check (jsonb_typeof(choice) = 'object' and length(choice::text) <= 16000),
  kept_at   timestamptz(3) not null,
  primary key (user_id, loft_id, season_id),
  foreign key (loft_id, season_id) references seasons (loft_id, id)
);

-- A team that an order holds places for stays. When all its orders have ended it may go, and they keep its name on paper;
-- one that was made with a registration goes with it, unless it has birds.
alter table orders
  add team_is_new boolean not null default false,
  add team_was text,
  add team_country_was text,
  drop constraint orders_loft_id_season_id_team_id_fkey,
  add foreign key (loft_id, season_id, team_id) references teams (loft_id, season_id, id) on delete set null (team_id);

create function leave_orders() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if exists (select from orders where loft_id = old.loft_id and season_id = old.season_id and team_id = old.id
    and status not in ('rejected', 'cancelled')) then
    raise exception 'an order is for team %', old.id using errcode = 'foreign_key_violation', constraint = 'team_has_order';
  end if;
  update orders set team_was = old.name, team_country_was = old.country
  where loft_id = old.loft_id and season_id = old.season_id and team_id = old.id;
  return old;
end $$;
create trigger leave_orders before delete on teams for each row execute function leave_orders();
