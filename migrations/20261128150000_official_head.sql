-- The head of the loft's ledger when the result of a flight became official for the first time: readings that came later
-- are in the result only where a ruling takes them in.
alter table flights add column official_head bigint;
-- What counts in a result today stays in it.
update flights f set official_head = greatest(coalesce(
  (select min(o.ledger_number) from official_results o where o.loft_id = f.loft_id and o.flight_id = f.id),
  (select max(r.number) from readings r where r.loft_id = f.loft_id and r.received_at <= (
    select min(h.at) from flight_history h
    where h.loft_id = f.loft_id and h.flight_id = f.id and h.to_status = 'official')),
  0), (select max(a.reading_number) from arrivals a where a.loft_id = f.loft_id and a.flight_id = f.id))
where f.status = 'official';
