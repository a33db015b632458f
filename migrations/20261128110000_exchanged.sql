-- Two birds of a flight carried each other's chips: what was read of one counts for the other, in this flight alone. The
-- baskets say so, with the declaration behind it, because each reading looks there.
alter table baskets
  add column exchanged_by bigint,
  add column exchanged_with bigint,
  add foreign key (loft_id, exchanged_by) references declarations (loft_id, number),
  add foreign key (loft_id, flight_id, exchanged_with) references baskets (loft_id, flight_id, pigeon_id),
  -- One with one other; in this order for the same reason as the rings of pigeons.
  add unique (exchanged_with, flight_id, loft_id) deferrable,
  add check ((exchanged_by is null) = (exchanged_with is null)),
  add check (exchanged_with <> pigeon_id);
create index baskets_exchanged on baskets (loft_id, pigeon_id) where exchanged_with is not null;

alter table declarations
  drop constraint declarations_kind_check,
  add constraint declarations_kind_check
    check (kind in ('offset', 'void', 'manual', 'disqualified', 'exchanged', 'release', 'rules')),
  drop constraint declarations_subject,
  add constraint declarations_subject check (
    (device_id is not null) = (kind = 'offset')
    and (boot is null or kind = 'offset')
    and (flight_id is not null) = (kind in ('manual', 'disqualified', 'exchanged', 'release', 'rules'))
    and (pigeon_id is not null) = (kind in ('manual', 'disqualified', 'exchanged'))
    and num_nonnulls(reading_number, declaration_number) = case kind when 'void' then 1 else 0 end
  );
alter table rulings
  drop constraint rulings_kind_check,
  add constraint rulings_kind_check
    check (kind in ('manual', 'void', 'offset', 'release', 'distance', 'closing', 'disqualified', 'exchanged'));
