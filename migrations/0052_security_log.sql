-- What happened to people's accounts: sign-ins that went well or badly, new passwords, factors, sessions that were ended.
-- Who tried an address that nobody has is known by the network alone; the address itself is not kept.
create table security_log (
  id      bigint generated always as identity primary key,
  -- The person of this site, or the account at the bundled provider, whichever is at hand; neither: nobody that is known.
  user_id bigint references users (id),
  account text check (length(account) between 1 and 255),
  event   text not null check (length(event) between 1 and 64),
  -- An IPv4 address, or the /64 of an IPv6 one.
  network text check (length(network) <= 64),
  agent   text check (length(agent) <= 512),
  at      timestamptz(3) not null default now(),
  check (user_id is null or account is null)
);
create index security_log_by_user on security_log (user_id, id desc) where user_id is not null;
create index security_log_by_account on security_log (account, id desc) where account is not null;
create index security_log_by_age on security_log (at);

-- It grows only; what is older than 90 days is forgotten.
create function keep_recent_events() returns trigger language plpgsql as $$
begin
  if old.at > now() - interval '90 days' then
    raise exception 'security_log keeps its rows for 90 days' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger append_only before update on security_log for each row execute function refuse_change();
create trigger kept_for_a_while before delete on security_log for each row execute function keep_recent_events();
create trigger append_only_all before truncate on security_log execute function refuse_change();
