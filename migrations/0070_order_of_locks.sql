-- Whoever changes what readings are settled by locks the loft's ledger as whoever settles them does (lockLedger), and
-- after season, order, flight and birds. It was a share of the lock: of two chips that were put on at the same moment
-- both had their share, both wanted the whole, and each waited for the other with the clocks behind them.
create or replace function poke_mending() returns trigger language plpgsql as $$
declare
  changed_loft bigint;
begin
  for changed_loft in select distinct loft_id from changed order by loft_id loop
    perform from ledgers where loft_id = changed_loft for update;
    if exists (select from unranked_readings where loft_id = changed_loft) then
      perform pg_notify('mend', changed_loft::text);
    end if;
  end loop;
  return null;
end $$;
