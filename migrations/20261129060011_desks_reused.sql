-- A desk without birds that is no longer open is taken over by the next device of the same person. The crates that its
-- first device may fill without a network stay reserved for that one.
alter table crate_blocks add column reserved_for uuid;
create index crate_blocks_reserved on crate_blocks (reserved_for) where reserved_for is not null;
