-- The index that keeps chips apart over time (GiST) is for that alone. In its own collation no question for a chip can
-- be answered by it: PostgreSQL counts it as cheap as the index by chip once a table is large, and it costs six times
-- as much.
alter table pigeon_chips
  drop constraint "chip_on_another_bird.chip",
  add constraint "chip_on_another_bird.chip" exclude using gist (chip collate "C" with =, during with &&);
