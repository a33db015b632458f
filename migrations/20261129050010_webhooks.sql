-- Webhooks: what is posted to programs of others when something public happens, and what came of it.

create table webhooks (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users (id),
  -- Null: of all lofts.
  loft_id    bigint references lofts (id),
  url        text not null check (length(url) between 8 and 1024),
  events     text[] not null check (cardinality(events) > 0),
  created_at timestamptz(3) not null default now()
);
create index webhooks_by_user on webhooks (user_id, id);

create table webhook_deliveries (
  id           bigint generated always as identity primary key,
  webhook_id   bigint not null references webhooks (id) on delete cascade,
  event        text not null,
  loft_id      bigint,
  flight_id    bigint,
  -- Which lines of the stream of arrivals: {"epoch", "after", "up_to"}; else {}.
  facts        jsonb not null default '{}',
  at           timestamptz(3) not null default now(),
  status       text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts     int not null default 0,
  -- What was answered at last: its status; null where there was no answer.
  last_status  int,
  last_at      timestamptz(3)
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_by_time on webhook_deliveries (at) where status <> 'pending';

-- Up to where the arrivals of a flight were put into deliveries.
create table webhook_cursors (
  webhook_id bigint not null references webhooks (id) on delete cascade,
  loft_id    bigint not null,
  flight_id  bigint not null,
  epoch      int not null,
  number     int not null,
  primary key (webhook_id, loft_id, flight_id)
);
