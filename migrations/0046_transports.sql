-- Transports (specification 4.2, 6.5): where and when agents collect, the requests of customers, and their states. The
-- steps are those of src/domain/transports/transport.ts.

insert into status_edges (machine, from_status, event, to_status) values
  ('transport', 'new', 'create', 'pending'),
  ('transport', 'pending', 'confirm', 'confirmed'),
  ('transport', 'pending', 'reject', 'rejected'),
  ('transport', 'pending', 'cancel', 'cancelled'),
  ('transport', 'confirmed', 'reject', 'rejected'),
  ('transport', 'confirmed', 'cancel', 'cancelled');

-- What an agent offers. It stays as it was offered: whoever asked for it reads it again; one that is wrong is withdrawn.
create table collections (
  loft_id      bigint not null references lofts (id),
  id           bigint generated always as identity,
  agent_id     bigint not null references users (id),
  place        text not null check (length(place) between 1 and 128),
  -- A day of the loft, and hours by its clock.
  day          date not null check (day between '1900-01-01' and '2200-12-31'),
  from_time    text not null check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  to_time      text not null check (to_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- For each bird, paid to the agent at hand-over.
  price_cents  int not null check (price_cents between 0 and 100000000),
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  note         text check (length(note) between 1 and 500),
  created_at   timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  primary key (loft_id, id),
  unique (id),
  constraint "due_date_range_invalid.to_time" check (from_time < to_time)
);
create index collections_by_agent on collections (agent_id);

create table transports (
  loft_id       bigint not null,
  season_id     bigint not null,
  id            bigint generated always as identity,
  order_id      bigint not null,
  collection_id bigint not null,
  status        text not null default 'pending',
  created_at    timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  foreign key (loft_id, season_id, order_id) references orders (loft_id, season_id, id),
  foreign key (loft_id, collection_id) references collections (loft_id, id)
);
-- The birds of an order go one way.
create unique index "transport_confirmed" on transports (loft_id, order_id) where status in ('pending', 'confirmed');
create index transports_by_collection on transports (loft_id, collection_id);
create index transports_by_order on transports (order_id);

create table transport_history (
  loft_id      bigint not null,
  transport_id bigint not null,
  n            int not null check (n >= 1),
  prev_n       int generated always as (nullif(n - 1, 0)) stored,
  machine      text not null default 'transport' check (machine = 'transport'),
  from_status  text not null,
  to_status    text not null,
  at           timestamptz(3) not null,
  reason       text check (length(reason) between 1 and 1000),
  -- Null: the program itself.
  user_id      bigint references users (id),
  primary key (loft_id, transport_id, n),
  unique (loft_id, transport_id, n, to_status),
  foreign key (loft_id, transport_id) references transports (loft_id, id),
  foreign key (machine, from_status, to_status) references status_edges (machine, from_status, to_status),
  foreign key (loft_id, transport_id, prev_n, from_status)
    references transport_history (loft_id, transport_id, n, to_status),
  constraint "error_required.reason" check (to_status <> 'rejected' or reason is not null),
  check ((n = 1) = (from_status = 'new'))
);
create trigger append_only before update or delete on transport_history for each row execute function refuse_change();
create trigger append_only_all before truncate on transport_history execute function refuse_change();
create trigger carry after insert on transport_history for each row execute function carry_status('transports', 'transport_id');
create trigger guard before insert or update of status on transports
  for each row execute function guard_status('transport_history', 'transport_id', 'pending');
create constraint trigger history after insert on transports deferrable initially deferred
  for each row execute function need_history('transport_history', 'transport_id');

-- Whoever asks holds the order and the collection, whoever ends one of them waits for that.
create function keep_transport() returns trigger language plpgsql as $$
declare
  ended boolean;
  gone boolean;
begin
  select status in ('rejected', 'cancelled') into ended
    from orders where loft_id = new.loft_id and id = new.order_id for share;
  if ended then
    raise exception 'order % has ended', new.order_id using errcode = 'check_violation', constraint = 'order_over';
  end if;
  select withdrawn_at is not null into gone
    from collections where loft_id = new.loft_id and id = new.collection_id for share;
  if gone then
    raise exception 'collection % was withdrawn', new.collection_id
      using errcode = 'check_violation', constraint = 'not_found.collection_id';
  end if;
  return new;
end $$;
create trigger keep_transport before insert on transports for each row execute function keep_transport();

create function keep_collection() returns trigger language plpgsql as $$
begin
  if new.withdrawn_at is not null and exists (
    select from transports
    where loft_id = new.loft_id and collection_id = new.id and status in ('pending', 'confirmed')
  ) then
    raise exception 'collection % is asked for', new.id
      using errcode = 'check_violation', constraint = 'collection_in_use';
  end if;
  return new;
end $$;
create trigger keep_collection before update of withdrawn_at on collections
  for each row execute function keep_collection();

-- With an order ends the request that its birds are collected.
create function end_transport() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into transport_history (loft_id, transport_id, n, from_status, to_status, at, user_id)
  select t.loft_id, t.id, max(h.n) + 1, t.status, 'cancelled', new.at, new.user_id
  from transports t join transport_history h on h.loft_id = t.loft_id and h.transport_id = t.id
  where t.loft_id = new.loft_id and t.order_id = new.order_id and t.status in ('pending', 'confirmed')
  group by t.loft_id, t.id;
  return null;
end $$;
create trigger end_transport after insert on order_history for each row
  when (new.to_status in ('rejected', 'cancelled')) execute function end_transport();
