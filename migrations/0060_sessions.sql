-- What somebody needs to recognise a session as their own, and to end it everywhere.
alter table user_sessions
  -- The session at the provider in which it was begun (`sid`), where the provider tells.
  add column provider_session text check (length(provider_session) between 1 and 255),
  -- An IPv4 address, or the /64 of an IPv6 one, from which it was begun.
  add column network text check (length(network) <= 64),
  -- To within ten minutes.
  add column last_used_at timestamptz(3) not null default now();
update user_sessions set last_used_at = created_at;

-- When all sessions of a person were ended: a sign-in that was under way at that moment begins none.
alter table users add column signed_out_at timestamptz(3);
