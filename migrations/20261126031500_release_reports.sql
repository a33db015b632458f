-- Every report of a release, by a phone at the lorry or by word of mouth. Nothing is overwritten: two that differ are
-- two rows, and a ruling decides.
create table release_reports (
  loft_id     bigint not null,
  flight_id   bigint not null,
  -- Made on the device, so that a report that is sent again is the same.
  id          uuid not null,
  source      text not null check (source in ('phone', 'spoken')),
  -- The moment as measured, with the offset of the phone's clock already added.
  at          timestamptz(3) not null,
  -- How much the phone's clock was behind the server's, and within how much that is known, ms.
  offset_ms   int,
  within_ms   int check (within_ms >= 0),
  latitude    double precision check (latitude between -90 and 90),
  longitude   double precision check (longitude between -180 and 180),
  accuracy_m  double precision check (accuracy_m >= 0),
  user_id     bigint references users (id),
  received_at timestamptz(3) not null default now(),
  primary key (loft_id, flight_id, id),
  foreign key (loft_id, flight_id) references flights (loft_id, id),
  check ((latitude is null) = (longitude is null)),
  check ((offset_ms is null) = (within_ms is null))
);
create trigger append_only before update or delete on release_reports for each row execute function refuse_change();
create trigger append_only_all before truncate on release_reports execute function refuse_change();
