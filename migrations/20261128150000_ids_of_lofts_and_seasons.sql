-- New lofts have odd ids and new seasons even ones, so that a call that takes either (7.4) knows which is meant. Ids
-- that were given before stay.
do $$
declare
  past bigint := 2 * (select ceil(greatest((select max(id) from lofts), (select max(id) from seasons), 0) / 2.0));
begin
  execute format('alter table lofts alter column id set increment by 2 restart with %s', past + 1);
  execute format('alter table seasons alter column id set increment by 2 restart with %s', past + 2);
end
$$;
