-- What the person at the release point observed before the release: the weather, the crates counted, the arrival of the
-- lorry. Nothing is overwritten: the latest of a kind counts.
create table release_observations (
  loft_id     bigint not null,
  flight_id   bigint not null,
  -- Made on the device, so that an observation that is sent again is the same.
  id          uuid not null,
  kind        text not null check (kind in ('weather', 'crates', 'arrived')),
  -- By the phone's clock, with its offset to the server's already added.
  at          timestamptz(3) not null,
  details     jsonb not null default '{}',
  user_id     bigint references users (id),
  received_at timestamptz(3) not null default now(),
  primary key (loft_id, flight_id, id),
  foreign key (loft_id, flight_id) references flights (loft_id, id)
);
create trigger append_only before update or delete on release_observations for each row execute function refuse_change();
create trigger append_only_all before truncate on release_observations execute function refuse_change();
