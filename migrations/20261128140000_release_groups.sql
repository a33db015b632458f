-- When a bird of a later group of a mass release was released; null: with the flight. The declaration is in the ledger,
-- this is for queries.
alter table baskets add column released_at timestamptz(3);
create index baskets_released on baskets (loft_id, flight_id) where released_at is not null;
