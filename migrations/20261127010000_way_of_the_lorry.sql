-- The lorry leaves, arrives, and drove so many kilometres: rest since transport follows from these.
alter table release_observations drop constraint release_observations_kind_check;
alter table release_observations add constraint release_observations_kind_check
  check (kind in ('weather', 'crates', 'departed', 'arrived', 'driven'));
