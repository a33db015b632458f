-- A reading asks for its chip. The index that keeps chips apart over time (GiST) answers that too, at six times the price:
-- 25 of the 82 microseconds that PostgreSQL took for a reading in a batch.
create index pigeon_chips_by_chip on pigeon_chips (chip);
