-- When birds last came on or off the list of a flight: the data on a clock that is older are out of date.
alter table flights add column list_changed_at timestamptz(3);
update flights f set list_changed_at = e.at
from (select loft_id, flight_id, max(received_at) as at from basketing_events
  where kind in ('in', 'out') and refusal is null group by loft_id, flight_id) e
where e.loft_id = f.loft_id and e.flight_id = f.id;

-- The clocks that take the birds of a flight; without any: all of the loft that are in use.
create table flight_clocks (
  loft_id   bigint not null,
  flight_id bigint not null,
  device_id bigint not null,
  primary key (loft_id, flight_id, device_id),
  foreign key (loft_id, flight_id) references flights (loft_id, id) on delete cascade,
  foreign key (loft_id, device_id) references devices (loft_id, id) on delete cascade
);
create index flight_clocks_by_device on flight_clocks (loft_id, device_id);
