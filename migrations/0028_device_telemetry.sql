-- What devices tell of themselves: as told, for fourteen days, and by the minute, for a season.

create table device_telemetry (
  loft_id         bigint not null,
  device_id       bigint not null,
  boot            text not null check (length(boot) between 1 and 64),
  n               bigint not null check (n >= 0),
  at              timestamptz not null,
  received_at     timestamptz(3) not null,
  battery_percent real check (battery_percent between 0 and 100),
  temperature_c   real,
  clock_offset_ms double precision,
  reading_count   bigint,
  signal_percent  real check (signal_percent between 0 and 100),
  free_memory_kb  bigint,
  firmware        text check (length(firmware) between 1 and 64),
  -- Sent again it is the same sample.
  primary key (device_id, boot, n),
  foreign key (loft_id, device_id) references devices (loft_id, id)
);
create index telemetry_of_device on device_telemetry (device_id, received_at desc, at desc);
-- What is old is at the front of the table.
create index telemetry_by_age on device_telemetry using brin (received_at) with (autosummarize = on);

-- Sums, so that what is told late is added to what stands there.
create table device_minutes (
  loft_id       bigint not null,
  device_id     bigint not null,
  minute        timestamptz(0) not null,
  readings      int not null default 0,
  battery_sum   double precision not null default 0,
  battery_n     int not null default 0,
  temperature_sum double precision not null default 0,
  temperature_n int not null default 0,
  signal_sum    double precision not null default 0,
  signal_n      int not null default 0,
  offset_sum    double precision not null default 0,
  offset_n      int not null default 0,
  primary key (device_id, minute),
  foreign key (loft_id, device_id) references devices (loft_id, id)
);
create index minutes_by_age on device_minutes using brin (minute) with (autosummarize = on);
