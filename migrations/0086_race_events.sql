-- What happens in a race is one row, written by the transaction in which it happens. The people who starred it are found
-- afterwards, a part at a time: however many they are, no clock waits for them. There are no keys to flights and birds:
-- to write such a row would wait for whoever holds the flight, and one whose flight is gone is about nothing.
create table race_events (
  id         bigint generated always as identity primary key,
  loft_id    bigint not null,
  flight_id  bigint not null,
  -- A bird that came home …
  pigeon_id  bigint,
  -- … or the state that the flight came into.
  status     text check (status in ('released', 'provisional', 'official')),
  -- When it was written, not when its transaction began: who starred it later is told nothing of it.
  at         timestamptz not null default clock_timestamp(),
  -- Everybody up to this person has been notified.
  after_user bigint not null default 0,
  check (num_nonnulls(pigeon_id, status) = 1)
);
create trigger tell_notifications after insert on race_events
  referencing new table as written for each statement execute function tell_notifications();

-- Who starred a thing, in the order in which they are notified.
drop index favorites_by_pigeon;
drop index favorites_by_team;
drop index favorites_by_flight;
create index favorites_by_pigeon on favorites (loft_id, pigeon_id, user_id) where pigeon_id is not null;
create index favorites_by_team on favorites (loft_id, team_id, user_id) where team_id is not null;
create index favorites_by_flight on favorites (loft_id, flight_id, user_id) where pigeon_id is null and team_id is null;

-- What is no longer so when it is to be sent is withdrawn; when the bird comes home after all, that is another notice.
alter table notifications drop constraint notifications_status_check;
alter table notifications add constraint notifications_status_check
  check (status in ('pending', 'sent', 'given_up', 'withdrawn'));
alter table notifications drop constraint notifications_user_id_recipient_event_channel_key_key;
create unique index notifications_once on notifications (user_id, recipient, event, channel, key) nulls not distinct
  where status <> 'withdrawn';

-- What waits says from now on which arrival it is of: whether it still counts, and is shown, is looked up when it is sent.
update notifications n set facts = n.facts || jsonb_build_object('arrival', jsonb_build_object(
    'loft_id', f.loft_id, 'flight_id', f.id, 'pigeon_id', substring(n.key from ' pigeon:(\d+)$')::bigint))
  from flights f
  where n.status = 'pending' and n.event = 'bird_home' and f.id = substring(n.key from '^flight:(\d+) ')::bigint;
