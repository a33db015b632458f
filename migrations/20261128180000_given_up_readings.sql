-- Readings that will never come, given up for a reason. The gap stays in reading_gaps; nothing waits for it any more.
create table given_up_readings (
  loft_id       bigint not null,
  device_id     bigint not null,
  boot          text not null,
  from_sequence bigint not null check (from_sequence >= 1),
  to_sequence   bigint not null check (to_sequence >= from_sequence),
  at            timestamptz(3) not null,
  user_id       bigint not null references users (id),
  reason        text not null check (length(reason) between 1 and 1000),
  primary key (device_id, boot, from_sequence),
  foreign key (device_id, boot) references device_boots (device_id, boot),
  foreign key (loft_id, device_id) references devices (loft_id, id)
);
create index given_up_readings_by_loft on given_up_readings (loft_id);
create trigger append_only before update or delete on given_up_readings for each row execute function refuse_change();
create trigger append_only_all before truncate on given_up_readings execute function refuse_change();

-- The gaps without what was given up: what clocks still owe.
create view owed_readings as
  select b.loft_id, b.device_id, b.boot, lower(gap) as from_sequence, upper(gap) - 1 as to_sequence, b.first_at, b.last_at
  from device_boots b, unnest(int8multirange(int8range(1, upper(b.received))) - b.received - coalesce((
    select range_agg(int8range(g.from_sequence, g.to_sequence, '[]')) from given_up_readings g
    where g.device_id = b.device_id and g.boot = b.boot), '{}')) as gap;
