-- A release that was said by mistake is taken back while no bird is home: the flight is sealed again, and in basketing
-- where the release itself had sealed its list.
insert into status_edges (machine, from_status, event, to_status) values ('flight', 'released', 'take_back', 'sealed');

alter table flight_decisions drop constraint flight_decisions_kind_check;
alter table flight_decisions add constraint flight_decisions_kind_check
  check (kind in ('postponed', 'point_moved', 'list_changed', 'release_taken_back'));

-- The release overwrites the planned time; a flight whose release is taken back is planned for it again.
alter table flights add column planned_release_time timestamptz(3);

-- Followers who were notified of the release are notified that it was none.
alter table race_events drop constraint race_events_status_check;
alter table race_events add constraint race_events_status_check
  check (status in ('planned', 'postponed', 'sealed', 'released', 'release_taken_back', 'provisional', 'official', 'corrected',
    'annulled'));

-- Basketing that was opened by mistake is closed again while no bird is on the list.
insert into status_edges (machine, from_status, event, to_status) values ('flight', 'basketing', 'close_basketing', 'planned');
