-- What the database refuses of a device is told at its field, as its rule tells it.
alter index devices_by_name rename to "error_unique.name.devices";
alter index devices_by_position rename to "error_unique.position.devices";
alter table devices rename constraint devices_loft_id_clock_id_clock_kind_fkey to "no_such_clock.clock_id";

-- What was told before contacts were kept was a contact too.
insert into device_contacts (loft_id, device_id, first_at, last_at)
select loft_id, device_id, min(received_at), max(received_at) from readings group by loft_id, device_id
on conflict do nothing;
