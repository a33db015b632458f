-- How a session's person proved who they are, as the identity provider's signed token said when it began.
alter table user_sessions
  -- When they last proved it; null: the provider does not say. Renewing a session changes nothing of it.
  add column proven_at timestamptz(3),
  -- Whether it was with two factors.
  add column is_strong boolean not null default false;

-- Whether somebody has ever signed in with two factors.
alter table users add column has_second_factor boolean not null default false;

-- Whether rights in the loft hold only in sessions that began with two factors.
alter table lofts add column second_factor boolean not null default false;

-- Whoever's rights are held back by it is told of to the live sockets, as when rights are taken.
create function tell_rights_of_loft() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', user_id::text) from loft_permissions where loft_id = new.id;
  return null;
end $$;
create trigger tell_rights after update of second_factor on lofts
  for each row when (old.second_factor is distinct from new.second_factor) execute function tell_rights_of_loft();
