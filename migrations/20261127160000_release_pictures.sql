-- Pictures of a release, taken at the release point. One that is removed loses its file; who took it and when stays.
create table release_pictures (
  loft_id     bigint not null,
  flight_id   bigint not null,
  -- Made on the device, so that a picture that is sent again is the same.
  id          uuid not null,
  -- By the phone's clock, with its offset to the server's already added.
  at          timestamptz(3) not null,
  file_id     bigint,
  user_id     bigint references users (id),
  received_at timestamptz(3) not null,
  removed_at  timestamptz(3),
  removed_by  bigint references users (id),
  primary key (loft_id, flight_id, id),
  foreign key (loft_id, flight_id) references flights (loft_id, id),
  foreign key (loft_id, file_id) references files (loft_id, id),
  check ((file_id is null) = (removed_at is not null))
);
create index release_pictures_file on release_pictures (loft_id, file_id) where file_id is not null;
