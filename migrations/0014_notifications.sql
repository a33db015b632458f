-- What people are told of while they are away: what they want, the browsers that show it, and the outbox it waits in.

-- The language and the hours in which somebody wants to be left alone. No row: as the program has it.
create table notification_settings (
  user_id    bigint primary key references users (id),
  language   text,
  quiet_from time,
  quiet_to   time,
  time_zone  text,
  check (num_nulls(quiet_from, quiet_to, time_zone) in (0, 3))
);

-- What somebody wants by which way. No row: as the program has it.
create table notification_choices (
  user_id bigint  not null references users (id),
  event   text    not null,
  channel text    not null,
  wanted  boolean not null,
  primary key (user_id, event, channel)
);

-- Browsers that show notifications. One belongs to a sign-in and ends with it; a browser has one at a time.
create table push_subscriptions (
  id         bigint generated always as identity primary key,
  session_id bigint not null references user_sessions (id),
  endpoint   text not null unique check (length(endpoint) <= 1024),
  p256dh     text not null check (length(p256dh) = 87),
  auth       text not null check (length(auth) = 22),
  created_at timestamptz(3) not null default now()
);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- A number that its provider vouches for.
alter table users add phone text check (length(phone) between 4 and 32);

-- By what a browser is known again when its person signs in once more.
alter table user_sessions add browser_hash bytea;
create index user_sessions_by_browser on user_sessions (user_id, browser_hash);

-- What a person is told, once for each event and way, written by the transaction in which it happens. A letter to the
-- operator has an address instead of a person.
create table notifications (
  id         bigint generated always as identity primary key,
  user_id    bigint references users (id),
  recipient  text check (length(recipient) between 3 and 255),
  event      text not null,
  channel    text not null check (channel in ('mail', 'push', 'sms')),
  -- What it is about: the same event is told once, however often it is written.
  key        text not null check (length(key) between 1 and 128),
  facts      jsonb not null,
  status     text not null default 'pending' check (status in ('pending', 'sent', 'given_up')),
  attempts   int not null default 0,
  due_at     timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  check (num_nulls(user_id, recipient) = 1),
  unique nulls not distinct (user_id, recipient, event, channel, key)
);
create index notifications_due on notifications (due_at) where status = 'pending';

-- What was sent or given up stays so.
create function keep_settled() returns trigger language plpgsql as $$
begin
  raise exception 'notification % is settled', old.id using errcode = 'check_violation';
end $$;
create trigger keep_settled before update on notifications for each row
  when (old.status <> 'pending') execute function keep_settled();

-- How each attempt ended. Grows only. One that is missing was cut off.
create table notification_attempts (
  notification_id bigint not null references notifications (id),
  n               int not null,
  outcome         text not null check (outcome in ('sent', 'failed', 'given_up')),
  error           text check (length(error) <= 500),
  at              timestamptz(3) not null default now(),
  primary key (notification_id, n)
);
create trigger append_only before update or delete on notification_attempts
  for each row execute function refuse_change();
create trigger append_only_all before truncate on notification_attempts execute function refuse_change();

-- Whoever waits to send hears at commit that there is something.
create function tell_notifications() returns trigger language plpgsql as $$
begin
  if exists (select from written) then perform pg_notify('notifications', ''); end if;
  return null;
end $$;
create trigger tell_notifications after insert on notifications
  referencing new table as written for each statement execute function tell_notifications();
