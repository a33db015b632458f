-- A ruling by which the rulebook decides the order of birds that the clocks cannot tell apart.
alter table rulings
  drop constraint rulings_kind_check,
  add constraint rulings_kind_check check (kind in
    ('manual', 'void', 'offset', 'release', 'distance', 'closing', 'disqualified', 'exchanged', 'close_times'));
