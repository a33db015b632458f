-- The triggers that wake the programs have the standard words: they wake the followers of a flight, and the matching of
-- readings that wait. Migrations are named by their moment from here on, so that those of two branches do not collide.
alter function poke_mending() rename to wake_rematching;
alter function poke_followers() rename to wake_followers;
alter function poke_followers_of_loft() rename to wake_followers_of_loft;

do $$
declare
  named record;
begin
  for named in
    select tgname, tgrelid::regclass as on_table from pg_trigger where not tgisinternal and tgname like 'poke\_%'
  loop
    execute format('alter trigger %I on %s rename to %I', named.tgname, named.on_table,
      replace(replace(named.tgname, 'poke_mending', 'wake_rematching'), 'poke_followers', 'wake_followers'));
  end loop;
end $$;

create or replace function wake_rematching() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed_loft bigint;
begin
  for changed_loft in select distinct loft_id from changed order by loft_id loop
    perform from ledgers where loft_id = changed_loft for update;
    if exists (select from unranked_readings where loft_id = changed_loft) then
      perform pg_notify('rematch', changed_loft::text);
    end if;
  end loop;
  return null;
end $$;
