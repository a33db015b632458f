-- What a weather service foretold for a place, by the whole hour in which it was asked (7.15). Flights near each other
-- share the places.
create table forecasts (
  latitude   numeric(4, 1) not null check (latitude between -90 and 90),
  longitude  numeric(4, 1) not null check (longitude >= -180 and longitude < 180),
  asked_at   timestamptz(3) not null,
  source     text not null check (source in ('windy', 'open_meteo', 'invented')),
  -- Instants and values, see the type Series.
  series     jsonb not null,
  primary key (latitude, longitude, asked_at)
);

-- The forecast of a flight as it was at its release.
create table flight_forecasts (
  loft_id    bigint not null,
  flight_id  bigint not null,
  source     text not null check (source in ('windy', 'open_meteo', 'invented')),
  asked_at   timestamptz(3) not null,
  kept_at    timestamptz(3) not null,
  -- See the type ForecastGrid.
  forecast   jsonb not null,
  primary key (loft_id, flight_id),
  foreign key (loft_id, flight_id) references flights (loft_id, id) on delete cascade
);
create trigger append_only before update on flight_forecasts for each row execute function refuse_change();
create trigger append_only_all before truncate on flight_forecasts execute function refuse_change();
