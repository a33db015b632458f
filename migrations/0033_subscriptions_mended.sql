-- A subscription that ends early, was entered wrongly or was never meant to be. What it was before stays for ever, with
-- who changed it and why.

alter table loft_subscriptions
  -- The last day where it ends early; null: it runs its months.
  add column ended_on date,
  -- It never counted.
  add column taken_back boolean not null default false,
  add column version int not null default 1,
  add constraint "subscription_day.ended_on"
    check (ended_on between starts_at and (starts_at + make_interval(months => months))::date - 1),
  drop constraint subscription_overlaps;

alter table loft_subscriptions
  alter column ends_at set expression
    as (coalesce(ended_on, (starts_at + make_interval(months => months))::date - 1));

alter table loft_subscriptions
  add constraint subscription_overlaps
    exclude using gist (loft_id with =, daterange(starts_at, ends_at, '[]') with &&) where (not taken_back);

create table loft_subscription_changes (
  loft_id         bigint not null,
  subscription_id bigint not null,
  -- The version that was changed, and what it said.
  n               int not null,
  months          int not null,
  starts_at       date not null,
  ends_at         date not null,
  -- Taken back; else it says something else since.
  taken_back      boolean not null,
  reason          text not null constraint "error_required.reason" check (length(reason) between 1 and 500),
  user_id         bigint references users (id),
  at              timestamptz(3) not null default now(),
  primary key (loft_id, subscription_id, n),
  foreign key (loft_id, subscription_id) references loft_subscriptions (loft_id, id)
);
create trigger append_only before update or delete on loft_subscription_changes
  for each row execute function refuse_change();
create trigger append_only_all before truncate on loft_subscription_changes execute function refuse_change();
