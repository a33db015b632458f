-- The surest comparison of a clock with the server in each minute: the bounds of its offset, and when it was made.
alter table device_minutes
  add offset_at timestamptz(3),
  add offset_from double precision,
  add offset_to double precision,
  add constraint comparison_is_whole check (num_nulls(offset_at, offset_from, offset_to) in (0, 3)),
  add constraint comparison_has_bounds check (offset_from <= offset_to);
