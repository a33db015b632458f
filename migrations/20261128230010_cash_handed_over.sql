-- Cash of an agent that has arrived at the loft: one row for a payment by hand, with what proves it. The amounts stay in
-- the payments and the journal; this says only where the money is.
create table cash_hand_overs (
  loft_id    bigint not null,
  payment_id bigint not null,
  at         timestamptz(3) not null,
  user_id    bigint not null references users (id),
  reason     text not null constraint "error_required.reason" check (length(reason) between 1 and 1000),
  file_id    bigint,
  constraint handed_over primary key (loft_id, payment_id),
  foreign key (loft_id, payment_id) references payments (loft_id, id),
  foreign key (loft_id, file_id) references files (loft_id, id)
);
create trigger append_only before update or delete on cash_hand_overs for each row execute function refuse_change();
create trigger append_only_all before truncate on cash_hand_overs execute function refuse_change();
