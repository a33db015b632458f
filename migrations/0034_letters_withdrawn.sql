-- What a season hides is not written to anybody either: letters about its birds that still wait, for a mail server or for
-- the end of somebody's quiet hours, are withdrawn when more of it is hidden. It runs as the owner, because what happened
-- is not taken back otherwise.
create function withdraw_letters() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update notifications n set status = 'given_up' from flights f
    where f.loft_id = new.loft_id and f.season_id = new.id
      and n.status = 'pending' and n.event = 'bird_home' and n.key like 'flight:' || f.id || ' pigeon:%';
  return null;
end $$;
create trigger withdraw_letters after update of hidden on seasons for each row
  when (not new.hidden <@ old.hidden) execute function withdraw_letters();
