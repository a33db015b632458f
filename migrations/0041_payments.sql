-- Payments (specification 4.1; reliability of money): every attempt to pay an order, what is to be paid back, what the
-- cards' provider told, and a journal that balances. The steps are those of src/domain/payments/payment.ts and refund.ts.

insert into status_edges (machine, from_status, event, to_status) values
  ('payment', 'new', 'create', 'open'),
  ('payment', 'open', 'succeed', 'succeeded'),
  ('payment', 'open', 'exceed', 'surplus'),
  ('payment', 'open', 'fail', 'failed'),
  ('payment', 'failed', 'succeed', 'succeeded'),
  ('payment', 'failed', 'exceed', 'surplus'),
  ('payment', 'succeeded', 'revoke', 'revoked'),
  ('payment', 'succeeded', 'refund', 'refunded'),
  ('payment', 'surplus', 'refund', 'refunded'),
  ('refund', 'new', 'create', 'owed'),
  ('refund', 'owed', 'send', 'sent'),
  ('refund', 'owed', 'pay', 'paid'),
  ('refund', 'sent', 'pay', 'paid'),
  ('refund', 'sent', 'refuse', 'owed');

-- One attempt to pay an order, by card or by hand. `key` is what the provider knows it by: sent again with the same key,
-- it is not made again.
create table payments (
  loft_id      bigint not null,
  season_id    bigint not null,
  id           bigint generated always as identity,
  order_id     bigint not null,
  key          uuid not null default gen_random_uuid() unique,
  method       text not null check (method in ('card', 'hand')),
  amount_cents bigint not null check (amount_cents >= 0),
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  status       text not null default 'open',
  -- What the provider was asked, to be asked again in the same words; what it calls the page where the card is shown.
  asked        jsonb,
  session      text unique,
  url          text,
  intent       text,
  -- Who began it. By hand: why, and what shows it.
  user_id      bigint not null references users (id),
  reason       text check (length(reason) between 1 and 1000),
  file_id      bigint,
  created_at   timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, season_id, order_id, id),
  foreign key (loft_id, season_id, order_id) references orders (loft_id, season_id, id),
  foreign key (loft_id, file_id) references files (loft_id, id),
  check ((method = 'card') = (asked is not null)),
  check ((method = 'hand') = (reason is not null)),
  check (method = 'card' or (session is null and url is null and intent is null)),
  check (method = 'hand' or file_id is null)
);
-- An order is paid once, and tried once at a time in each way.
create unique index payments_one_success on payments (loft_id, order_id) where status = 'succeeded';
create unique index payments_one_open on payments (loft_id, order_id, method) where status = 'open';
create index payments_by_order on payments (order_id);
create index payments_open on payments (created_at) where status = 'open' and method = 'card';

create table payment_history (
  loft_id     bigint not null,
  payment_id  bigint not null,
  n           int not null check (n >= 1),
  prev_n      int generated always as (nullif(n - 1, 0)) stored,
  machine     text not null default 'payment' check (machine = 'payment'),
  from_status text not null,
  to_status   text not null,
  at          timestamptz(3) not null,
  reason      text check (length(reason) between 1 and 1000),
  -- Null: the provider, or the program itself.
  user_id     bigint references users (id),
  primary key (loft_id, payment_id, n),
  unique (loft_id, payment_id, n, to_status),
  foreign key (loft_id, payment_id) references payments (loft_id, id),
  foreign key (machine, from_status, to_status) references status_edges (machine, from_status, to_status),
  foreign key (loft_id, payment_id, prev_n, from_status) references payment_history (loft_id, payment_id, n, to_status),
  check ((n = 1) = (from_status = 'new'))
);
create trigger append_only before update or delete on payment_history for each row execute function refuse_change();
create trigger append_only_all before truncate on payment_history execute function refuse_change();
create trigger carry after insert on payment_history for each row execute function carry_status('payments', 'payment_id');
create trigger guard before insert or update of status on payments
  for each row execute function guard_status('payment_history', 'payment_id', 'open');
create constraint trigger history after insert on payments deferrable initially deferred
  for each row execute function need_history('payment_history', 'payment_id');

-- Money that somebody has to be given back: of a payment that came too late or twice, or of an order that was rejected
-- when it had been paid. One for each payment; its own key is what the provider knows it by.
create table refunds (
  loft_id      bigint not null,
  season_id    bigint not null,
  id           bigint generated always as identity,
  order_id     bigint not null,
  payment_id   bigint not null,
  key          uuid not null default gen_random_uuid() unique,
  cause        text not null check (cause in ('surplus', 'rejected')),
  status       text not null default 'owed',
  -- How it was given back: by the cards' provider, or by hand, with why and what shows it.
  method       text check (method in ('card', 'hand')),
  reason       text check (length(reason) between 1 and 1000),
  file_id      bigint,
  sent_at      timestamptz(3),
  created_at   timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, payment_id),
  foreign key (loft_id, season_id, order_id, payment_id) references payments (loft_id, season_id, order_id, id),
  foreign key (loft_id, file_id) references files (loft_id, id),
  check (status = 'owed' or method is not null),
  check (method is distinct from 'hand' or reason is not null)
);
create index refunds_open on refunds (loft_id, season_id) where status <> 'paid';

create table refund_history (
  loft_id     bigint not null,
  refund_id   bigint not null,
  n           int not null check (n >= 1),
  prev_n      int generated always as (nullif(n - 1, 0)) stored,
  machine     text not null default 'refund' check (machine = 'refund'),
  from_status text not null,
  to_status   text not null,
  at          timestamptz(3) not null,
  reason      text check (length(reason) between 1 and 1000),
  user_id     bigint references users (id),
  primary key (loft_id, refund_id, n),
  unique (loft_id, refund_id, n, to_status),
  foreign key (loft_id, refund_id) references refunds (loft_id, id),
  foreign key (machine, from_status, to_status) references status_edges (machine, from_status, to_status),
  foreign key (loft_id, refund_id, prev_n, from_status) references refund_history (loft_id, refund_id, n, to_status),
  check ((n = 1) = (from_status = 'new'))
);
create trigger append_only before update or delete on refund_history for each row execute function refuse_change();
create trigger append_only_all before truncate on refund_history execute function refuse_change();
create trigger carry after insert on refund_history for each row execute function carry_status('refunds', 'refund_id');
create trigger guard before insert or update of status on refunds
  for each row execute function guard_status('refund_history', 'refund_id', 'owed');
create constraint trigger history after insert on refunds deferrable initially deferred
  for each row execute function need_history('refund_history', 'refund_id');

-- What the provider told, as it came and once only; worked off later by looking at what it is about.
create table provider_events (
  id          text primary key check (length(id) between 1 and 255),
  type        text not null check (length(type) between 1 and 255),
  -- The page where the card is shown, or the payment back; null: nothing that this program knows of.
  about       text,
  raw         text not null,
  received_at timestamptz(3) not null,
  done_at     timestamptz(3)
);
create index provider_events_open on provider_events (received_at) where done_at is null;

-- The journal: every fact about money once, in one currency, its postings together nothing. Positive is debit.
create table journal_entries (
  loft_id    bigint not null,
  id         bigint generated always as identity,
  season_id  bigint not null,
  order_id   bigint not null,
  payment_id bigint,
  kind       text not null check (kind in ('charged', 'discharged', 'received', 'revoked', 'exceeded', 'owed', 'refunded')),
  currency   text not null check (currency ~ '^[A-Z]{3}$'),
  at         timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  foreign key (loft_id, season_id, order_id) references orders (loft_id, season_id, id),
  foreign key (loft_id, season_id, order_id, payment_id) references payments (loft_id, season_id, order_id, id),
  check ((kind in ('received', 'revoked', 'exceeded', 'refunded')) = (payment_id is not null))
);
-- A fact about a payment happens once.
create unique index journal_once on journal_entries (loft_id, payment_id, kind) where payment_id is not null;
create index journal_by_season on journal_entries (loft_id, season_id, id);
create index journal_by_order on journal_entries (order_id);
create table postings (
  loft_id      bigint not null,
  entry_id     bigint not null,
  account      text not null check (account in ('receivable', 'income', 'cards', 'cash', 'refunds')),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (loft_id, entry_id, account),
  foreign key (loft_id, entry_id) references journal_entries (loft_id, id)
);
create trigger append_only before update or delete on journal_entries for each row execute function refuse_change();
create trigger append_only_all before truncate on journal_entries execute function refuse_change();
create trigger append_only before update or delete on postings for each row execute function refuse_change();
create trigger append_only_all before truncate on postings execute function refuse_change();

create function keep_balance() returns trigger language plpgsql as $$
declare
  entry bigint := to_jsonb(new) ->> case tg_table_name when 'postings' then 'entry_id' else 'id' end;
begin
  if (select count(*) < 2 or sum(amount_cents) <> 0 from postings where loft_id = new.loft_id and entry_id = entry) then
    raise exception 'entry % does not balance', entry using errcode = 'check_violation', constraint = 'journal_balance';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on journal_entries deferrable initially deferred
  for each row execute function keep_balance();
create constraint trigger balanced after insert on postings deferrable initially deferred
  for each row execute function keep_balance();

-- What the steps of an order mean for its money, whoever makes them. Confirmed, it is owed by its customer; ended unpaid,
-- it is not any more; rejected when it was paid, the loft owes its customer.
create function journal_order() returns trigger language plpgsql as $$
declare
  o record;
  paid record;
  entry bigint;
  refund bigint;
  kind text := case
    when new.to_status = 'confirmed' and new.from_status = 'pending' then 'charged'
    when new.to_status in ('rejected', 'cancelled') and new.from_status in ('confirmed', 'payment_pending', 'revoked') then 'discharged'
    when new.to_status = 'rejected' and new.from_status = 'paid' then 'owed'
  end;
begin
  if kind is null then return null; end if;
  select orders.*, seasons.currency into o
    from orders join seasons on seasons.loft_id = orders.loft_id and seasons.id = orders.season_id
    where orders.loft_id = new.loft_id and orders.id = new.order_id;
  if o.amount_cents = 0 then return null; end if;
  insert into journal_entries (loft_id, season_id, order_id, kind, currency, at)
    values (o.loft_id, o.season_id, o.id, kind, o.currency, new.at) returning id into entry;
  insert into postings (loft_id, entry_id, account, amount_cents) values
    (o.loft_id, entry, case kind when 'owed' then 'refunds' else 'receivable' end, case kind when 'charged' then o.amount_cents else -o.amount_cents end),
    (o.loft_id, entry, 'income', case kind when 'charged' then -o.amount_cents else o.amount_cents end);
  if kind = 'owed' then
    select id into strict paid from payments where loft_id = o.loft_id and order_id = o.id and status = 'succeeded';
    insert into refunds (loft_id, season_id, order_id, payment_id, cause, created_at)
      values (o.loft_id, o.season_id, o.id, paid.id, 'rejected', new.at) returning id into refund;
    insert into refund_history (loft_id, refund_id, n, from_status, to_status, at)
      values (o.loft_id, refund, 1, 'new', 'owed', new.at);
  end if;
  return null;
end $$;
create trigger journal after insert on order_history for each row execute function journal_order();

-- Money and the state of an order say the same at every commit: paid is what has a payment that succeeded, and such a
-- payment stands at an order that is paid, or was rejected after it.
create function keep_money() returns trigger language plpgsql as $$
declare
  o record;
  has_money boolean;
begin
  if tg_table_name = 'order_history' then
    select * into o from orders where loft_id = new.loft_id and id = new.order_id;
  else
    select orders.* into o from orders join payments on payments.loft_id = orders.loft_id and payments.order_id = orders.id
      where payments.loft_id = new.loft_id and payments.id = new.payment_id;
  end if;
  has_money := exists (select from payments where loft_id = o.loft_id and order_id = o.id and status = 'succeeded');
  if (o.status = 'paid' and not has_money) or (has_money and o.status not in ('paid', 'rejected')) then
    raise exception 'order % is % and its money says otherwise', o.id, o.status
      using errcode = 'check_violation', constraint = 'order_money';
  end if;
  return null;
end $$;
create constraint trigger money after insert on order_history deferrable initially deferred
  for each row when (new.to_status = 'paid' or new.from_status = 'paid') execute function keep_money();
create constraint trigger money after insert on payment_history deferrable initially deferred
  for each row when (new.to_status = 'succeeded' or new.from_status = 'succeeded') execute function keep_money();

-- Up to how much an agent of the loft takes money alone; above it a merchant says yes too.
create table payment_settings (
  loft_id           bigint primary key references lofts (id),
  agent_limit_cents int not null check (agent_limit_cents >= 0)
);
