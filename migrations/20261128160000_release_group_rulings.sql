-- A ruling on a later group of a release.
alter table rulings
  drop constraint rulings_kind_check,
  add constraint rulings_kind_check check (kind in ('manual', 'void', 'offset', 'release', 'release_group', 'distance',
    'closing', 'disqualified', 'exchanged', 'close_times'));
