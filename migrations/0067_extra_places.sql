-- Birds that race without a place that was ordered for them (decision 34): outside an order, or as a reserve that was
-- activated without a fee. Somebody of the loft says why, and they take places of the season like any other.

create table extra_places (
  loft_id   bigint not null,
  season_id bigint not null,
  pigeon_id bigint not null,
  kind      text not null check (kind in ('outside_order', 'without_fee')),
  reason    text not null check (length(reason) between 1 and 1000),
  user_id   bigint references users (id),
  at        timestamptz(3) not null,
  primary key (loft_id, pigeon_id),
  foreign key (loft_id, season_id, pigeon_id) references pigeons (loft_id, season_id, id) on delete cascade
);
create index extra_places_by_season on extra_places (loft_id, season_id);

-- A bird outside an order comes to the loft in addition and flies; a reserve without a fee is there already, and is
-- counted with those that were activated in addition (migration 0047).
alter table seasons
  add outside_order_pigeons int not null default 0 check (outside_order_pigeons >= 0),
  drop constraint "error_registration_pigeons",
  add constraint "error_registration_pigeons"
    check (taken_active_pigeons + taken_reserve_pigeons + outside_order_pigeons <= max_pigeons),
  drop constraint "most_active_pigeons",
  add constraint "most_active_pigeons"
    check (taken_active_pigeons + activated_reserve_pigeons + outside_order_pigeons <= max_active_pigeons);

create function count_extra_place() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  place record;
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_op = 'INSERT' then place := new; else place := old; end if;
  update seasons set
    outside_order_pigeons = outside_order_pigeons + case place.kind when 'outside_order' then sign else 0 end,
    activated_reserve_pigeons = activated_reserve_pigeons + case place.kind when 'without_fee' then sign else 0 end
  where loft_id = place.loft_id and id = place.season_id;
  return null;
end $$;
create trigger count_extra_place after insert or delete on extra_places
  for each row execute function count_extra_place();
