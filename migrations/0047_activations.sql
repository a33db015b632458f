-- Activations (specification 4.3, 4.4, 8.15, 8.18; decision 24): which birds an order activates, as reserves that join
-- the race or for the final. How far one is, its order says; the bird follows the order.

create table activations (
  loft_id            bigint not null,
  season_id          bigint not null,
  order_id           bigint not null,
  pigeon_id          bigint not null,
  kind               text not null check (kind in ('reserve', 'final_flight')),
  -- The bird that was to fly and whose place a reserve takes; null: it comes in addition.
  replaces_pigeon_id bigint check (replaces_pigeon_id <> pigeon_id),
  -- When its order was rejected or cancelled.
  ended_at           timestamptz(3),
  primary key (loft_id, order_id, pigeon_id, kind),
  check (kind = 'reserve' or replaces_pigeon_id is null),
  foreign key (loft_id, season_id, order_id) references orders (loft_id, season_id, id),
  constraint "pigeon_has_activation" foreign key (loft_id, season_id, pigeon_id)
    references pigeons (loft_id, season_id, id),
  constraint "pigeon_has_activation.pigeon_ids.replaced" foreign key (loft_id, season_id, replaces_pigeon_id)
    references pigeons (loft_id, season_id, id)
);
create unique index "pigeon_already_activated" on activations (loft_id, pigeon_id, kind) where ended_at is null;
create unique index "pigeon_already_activated.pigeon_ids.replaced" on activations (loft_id, replaces_pigeon_id)
  where ended_at is null;

create index activations_by_order on activations (order_id);
create index activations_by_pigeon on activations (loft_id, pigeon_id);
create index activations_by_replaced on activations (loft_id, replaces_pigeon_id);

-- An activated reserve that takes nobody's place takes an active one. It keeps its own: the loft has no bird more.
alter table seasons
  add activated_reserve_pigeons int not null default 0 check (activated_reserve_pigeons >= 0),
  drop constraint "most_active_pigeons",
  add constraint "most_active_pigeons"
    check (taken_active_pigeons + activated_reserve_pigeons <= max_active_pigeons);

-- What the rule says (src/domain/activations/activation.ts), whoever writes; and birds come with their order.
create function keep_activation() returns trigger language plpgsql as $$
declare
  bird record;
begin
  if (select status from orders where loft_id = new.loft_id and id = new.order_id) <> 'pending' then
    raise exception 'order % is placed already', new.order_id using errcode = 'check_violation';
  end if;
  select health, progress, location into bird
    from pigeons where loft_id = new.loft_id and id = new.pigeon_id for share;
  if bird.location <> 'at_loft' then
    raise exception 'pigeon % is not at the loft', new.pigeon_id
      using errcode = 'check_violation', constraint = 'pigeon_not_at_loft';
  elsif new.kind = 'reserve' and bird.health <> 'reserve' then
    raise exception 'pigeon % is not a reserve', new.pigeon_id
      using errcode = 'check_violation', constraint = 'only_reserves_activated';
  elsif new.kind = 'final_flight' and bird.health not in ('active', 'activated_reserve') then
    raise exception 'pigeon % is not active', new.pigeon_id
      using errcode = 'check_violation', constraint = 'only_active_to_final';
  end if;
  return new;
end $$;
create trigger keep_activation before insert on activations for each row execute function keep_activation();

-- What is paid for is what is activated.
create function keep_activated() returns trigger language plpgsql as $$
begin
  if (select sum(op.quantity) from order_positions op
      join products p on p.loft_id = op.loft_id and p.id = op.product_id
      where op.loft_id = new.loft_id and op.order_id = new.order_id
        and p.product_category_id = case new.kind when 'reserve' then 3 else 2 end)
    is distinct from
    (select count(*) from activations a
      where a.loft_id = new.loft_id and a.order_id = new.order_id and a.kind = new.kind)
  then
    raise exception 'order % is for another number of pigeons', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger as_ordered after insert on activations deferrable initially deferred
  for each row execute function keep_activated();

create function count_activated() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  update seasons set activated_reserve_pigeons = activated_reserve_pigeons + case tg_op when 'INSERT' then 1 else -1 end
  where loft_id = new.loft_id and id = new.season_id;
  return null;
end $$;
create trigger count_new after insert on activations for each row
  when (new.kind = 'reserve' and new.replaces_pigeon_id is null) execute function count_activated();
create trigger count_ended after update of ended_at on activations for each row
  when (new.kind = 'reserve' and new.replaces_pigeon_id is null and old.ended_at is null and new.ended_at is not null)
  execute function count_activated();

-- The birds of an order go with it: activated when it is paid, back to waiting when that is taken back, free again when
-- it ends. A bird that is elsewhere by then (lost, or moved by the loft) stays as it is.
create function move_activated() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  step record;
begin
  perform from pigeons p join activations a on a.loft_id = p.loft_id and a.pigeon_id = p.id
    where a.loft_id = new.loft_id and a.order_id = new.order_id order by p.id for update of p;
  if not found then return null; end if;
  for step in
    select * from (values
      (1, new.to_status = 'paid', 'reserve', 'pigeon_health', 'reserve', 'activated_reserve'),
      (2, new.to_status = 'paid', 'reserve', 'pigeon_progress', 'reserve_activation_pending', 'not_activated'),
      (3, new.to_status = 'paid', 'final_flight', 'pigeon_progress', 'final_flight_activation_pending', 'final_flight_activated'),
      (4, new.from_status = 'paid', 'reserve', 'pigeon_health', 'activated_reserve', 'reserve'),
      (5, new.from_status = 'paid', 'reserve', 'pigeon_progress', 'not_activated', 'reserve_activation_pending'),
      (6, new.from_status = 'paid', 'final_flight', 'pigeon_progress', 'final_flight_activated', 'final_flight_activation_pending'),
      (7, new.to_status in ('rejected', 'cancelled'), 'reserve', 'pigeon_progress', 'reserve_activation_pending', 'not_activated'),
      (8, new.to_status in ('rejected', 'cancelled'), 'final_flight', 'pigeon_progress', 'final_flight_activation_pending', 'not_activated')
    ) as steps (n, is_due, kind, machine, before, after)
    where is_due order by n
  loop
    insert into pigeon_history (loft_id, pigeon_id, machine, n, from_status, to_status, at, user_id)
    select p.loft_id, p.id, step.machine,
      1 + coalesce((select max(h.n) from pigeon_history h
        where h.loft_id = p.loft_id and h.pigeon_id = p.id and h.machine = step.machine), 0),
      step.before, step.after, new.at, new.user_id
    from activations a join pigeons p on p.loft_id = a.loft_id and p.id = a.pigeon_id
    where a.loft_id = new.loft_id and a.order_id = new.order_id and a.kind = step.kind
      and step.before = case step.machine when 'pigeon_health' then p.health else p.progress end;
  end loop;
  if new.to_status in ('rejected', 'cancelled') then
    update activations set ended_at = new.at where loft_id = new.loft_id and order_id = new.order_id;
  end if;
  return null;
end $$;
create trigger move_activated after insert on order_history for each row
  when (new.from_status = 'paid' or new.to_status in ('paid', 'rejected', 'cancelled'))
  execute function move_activated();
