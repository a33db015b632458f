-- An admin sees the site as another person for a while; the live sockets and the readers remembered for the session are
-- looked up anew when that begins and ends.
alter table user_sessions
  add column sees_user_id bigint references users (id),
  add column sees_until timestamptz(3),
  add check ((sees_user_id is null) = (sees_until is null));
create trigger tell_seen after update of sees_user_id on user_sessions for each row execute function tell_rights('user_id');
