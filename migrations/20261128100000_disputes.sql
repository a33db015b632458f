-- A participant disputes a provisional result; somebody else answers once, or it is withdrawn. Nothing of it is altered.
create table disputes (
  loft_id   bigint not null,
  flight_id bigint not null,
  -- Its number in the flight.
  n         int not null check (n >= 1),
  -- Null: the result as a whole.
  pigeon_id bigint,
  text      text not null check (length(text) between 1 and 500),
  user_id   bigint not null references users (id),
  opened_at timestamptz(3) not null,
  primary key (loft_id, flight_id, n),
  unique (loft_id, flight_id, n, user_id),
  foreign key (loft_id, flight_id) references flights (loft_id, id),
  foreign key (loft_id, flight_id, pigeon_id) references baskets (loft_id, flight_id, pigeon_id)
);
create index disputes_user on disputes (user_id);
create trigger append_only before update or delete on disputes for each row execute function refuse_change();
create trigger append_only_all before truncate on disputes execute function refuse_change();

create table dispute_answers (
  loft_id   bigint not null,
  flight_id bigint not null,
  n         int not null,
  decision  text not null check (decision in ('upheld', 'rejected', 'withdrawn')),
  text      text check (length(text) between 1 and 500),
  -- The ruling that mended it.
  ruling_n  int,
  user_id   bigint not null references users (id),
  at        timestamptz(3) not null,
  -- Repeated from the dispute, so that a rule of the table can compare them.
  opened_by bigint not null,
  primary key (loft_id, flight_id, n),
  foreign key (loft_id, flight_id, n, opened_by) references disputes (loft_id, flight_id, n, user_id),
  foreign key (loft_id, flight_id, ruling_n) references rulings (loft_id, flight_id, n),
  check ((text is null) = (decision = 'withdrawn')),
  check (ruling_n is null or decision = 'upheld'),
  constraint own_withdrawn check ((decision = 'withdrawn') = (user_id = opened_by))
);
create trigger append_only before update or delete on dispute_answers for each row execute function refuse_change();
create trigger append_only_all before truncate on dispute_answers execute function refuse_change();

-- Pictures of a dispute, private to its sender and those who run the loft.
create table dispute_files (
  loft_id   bigint not null,
  flight_id bigint not null,
  n         int not null,
  place     int not null check (place between 1 and 3),
  file_id   bigint not null,
  primary key (loft_id, flight_id, n, place),
  foreign key (loft_id, flight_id, n) references disputes (loft_id, flight_id, n),
  foreign key (loft_id, file_id) references files (loft_id, id)
);
create index dispute_files_file on dispute_files (loft_id, file_id);
create trigger append_only before update or delete on dispute_files for each row execute function refuse_change();
create trigger append_only_all before truncate on dispute_files execute function refuse_change();
