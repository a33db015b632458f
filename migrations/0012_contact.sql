-- What people write to the operator of the site. It is kept until somebody has read it; nothing else points to it.

create table contact_messages (
  id      bigint generated always as identity primary key,
  -- Who was signed in, if anybody was.
  user_id bigint references users (id),
  name    text not null check (length(name) between 1 and 128),
  email   text not null check (length(email) between 3 and 128),
  message text not null check (length(message) between 1 and 4000),
  locale  text not null,
  at      timestamptz(3) not null default now()
);
create index contact_messages_by_email on contact_messages (lower(email), at);
create index contact_messages_by_time on contact_messages (at);
