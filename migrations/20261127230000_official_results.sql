-- A result becomes official when two people have signed the same one: each signs the fingerprint of its text, so that
-- a reading, a ruling or a correction in between asks for new signatures.
create table result_signatures (
  loft_id     bigint not null,
  flight_id   bigint not null,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  user_id     bigint not null references users (id),
  signed_at   timestamptz(3) not null,
  primary key (loft_id, flight_id, fingerprint, user_id),
  foreign key (loft_id, flight_id) references flights (loft_id, id)
);
create trigger append_only before update or delete on result_signatures for each row execute function refuse_change();
create trigger append_only_all before truncate on result_signatures execute function refuse_change();

-- The official result as it was signed, its versions in their order, and the entry of the ledger up to which it counts.
create table official_results (
  loft_id       bigint not null,
  flight_id     bigint not null,
  version       int not null check (version >= 1),
  made_at       timestamptz(3) not null,
  text          text not null,
  fingerprint   text not null check (fingerprint = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  ledger_number bigint not null,
  ledger_hash   bytea not null check (length(ledger_hash) = 32),
  primary key (loft_id, flight_id, version),
  foreign key (loft_id, flight_id) references flights (loft_id, id)
);
create trigger append_only before update or delete on official_results for each row execute function refuse_change();
create trigger append_only_all before truncate on official_results execute function refuse_change();
