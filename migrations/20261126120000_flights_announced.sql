-- Followers are notified of a flight before its release too: planned, postponed, sealed, annulled.
alter table race_events drop constraint race_events_status_check;
alter table race_events add constraint race_events_status_check
  check (status in ('planned', 'postponed', 'sealed', 'released', 'provisional', 'official', 'annulled'));

-- Each sealed list as text: after the release a list can be corrected, and what was sealed stays readable.
create table sealed_lists (
  loft_id     bigint not null,
  flight_id   bigint not null,
  n           int not null check (n >= 1),
  sealed_at   timestamptz(3) not null,
  text        text not null,
  fingerprint text not null check (fingerprint = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  primary key (loft_id, flight_id, n),
  foreign key (loft_id, flight_id) references flights (loft_id, id)
);
create trigger append_only before update or delete on sealed_lists for each row execute function refuse_change();
create trigger append_only_all before truncate on sealed_lists execute function refuse_change();
