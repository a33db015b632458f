-- The last arrival of a bird is found by the bird, which is in one loft only: with the loft and the flight in front, a plan
-- that was made while few were home could read the whole flight instead, backwards, for every reading.
drop index arrivals_by_pigeon;
create index arrivals_by_pigeon on arrivals (pigeon_id, flight_id, loft_id, seq desc);
