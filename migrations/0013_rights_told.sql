-- Whoever's rights change, or who is signed out, is told of to the live sockets: what they may no longer see is closed.

create function tell_rights() returns trigger language plpgsql as $$
begin
  -- The argument names the column that says whose.
  perform pg_notify('rights', to_jsonb(coalesce(new, old)) ->> tg_argv[0]);
  return null;
end $$;
create trigger tell_rights after insert or update or delete on loft_permissions
  for each row execute function tell_rights('user_id');
create trigger tell_rights after update of is_admin on users for each row execute function tell_rights('id');
create trigger tell_rights after update of ended_at on user_sessions for each row execute function tell_rights('user_id');
