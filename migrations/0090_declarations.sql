-- What people declare of a loft's races stands in the same hash chain as its readings, and takes its numbers from the same
-- head: a clock's offset, a void, a manual arrival, a release, a version of the rules. Nothing of it is ever altered.

create table declarations (
  loft_id            bigint not null references lofts (id),
  number             bigint not null check (number >= 1),
  kind               text not null check (kind in ('offset', 'void', 'manual', 'release', 'rules')),
  -- What it is about: a clock, or one start of it; a flight; a bird in a flight; another entry.
  device_id          bigint,
  boot               text check (length(boot) between 1 and 64),
  flight_id          bigint,
  pigeon_id          bigint,
  reading_number     bigint check (reading_number < number),
  declaration_number bigint check (declaration_number < number),
  -- What it says of it, in the spelling of its kind (src/server/ledger/declarations.ts).
  content            jsonb not null,
  reason             text check (length(reason) between 1 and 1000),
  -- Null: the program itself.
  user_id            bigint references users (id),
  declared_at        timestamptz(3) not null,
  content_hash       bytea not null check (length(content_hash) = 32),
  hash               bytea not null check (length(hash) = 32),
  primary key (loft_id, number),
  foreign key (loft_id, device_id) references devices (loft_id, id),
  foreign key (loft_id, flight_id) references flights (loft_id, id),
  foreign key (loft_id, flight_id, pigeon_id) references baskets (loft_id, flight_id, pigeon_id),
  foreign key (loft_id, reading_number) references readings (loft_id, number),
  foreign key (loft_id, declaration_number) references declarations (loft_id, number),
  check (
    (device_id is not null) = (kind = 'offset')
    and (boot is null or kind = 'offset')
    and (flight_id is not null) = (kind in ('manual', 'release', 'rules'))
    and (pigeon_id is not null) = (kind = 'manual')
    and num_nonnulls(reading_number, declaration_number) = case kind when 'void' then 1 else 0 end
  ),
  -- A ruling has a reason, and what moves a bird by itself has somebody who said it.
  check (reason is not null or kind in ('release', 'rules')),
  check (user_id is not null or kind in ('offset', 'release', 'rules'))
);
create index offsets_by_device on declarations (loft_id, device_id) where kind = 'offset';
create index voids_by_loft on declarations (loft_id) where kind = 'void';
create index manual_by_pigeon on declarations (loft_id, pigeon_id) where kind = 'manual';
create index declarations_by_flight on declarations (loft_id, flight_id) where kind in ('release', 'rules');
create trigger append_only before update or delete on declarations for each row execute function refuse_change();
create trigger append_only_all before truncate on declarations execute function refuse_change();

-- An arrival stands on a reading or on a manual arrival.
alter table arrivals
  alter column reading_number drop not null,
  add column declaration_number bigint,
  add foreign key (loft_id, declaration_number) references declarations (loft_id, number),
  add check (num_nonnulls(reading_number, declaration_number) = 1);
create index arrivals_by_declaration on arrivals (declaration_number, loft_id) where declaration_number is not null;

-- A reading that was withdrawn waits for nothing, but it is kept and has its reason.
alter table unranked_readings
  drop constraint unranked_readings_reason_check,
  add constraint unranked_readings_reason_check
    check (reason in ('unknown_chip', 'not_basketed', 'before_release', 'after_close', 'wrong_loft', 'void'));
