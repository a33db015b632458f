-- What a payout that waits for its second person pays of each prize: what was chosen when it was entered. One that was
-- entered before payouts had parts is of all that is due.
create table prize_payout_parts (
  loft_id      bigint not null,
  payout_id    bigint not null,
  n            int not null check (n >= 1),
  fund_id      bigint not null,
  pigeon_id    bigint,
  team_id      bigint,
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (loft_id, payout_id, n),
  foreign key (loft_id, payout_id) references prize_payouts (loft_id, id),
  foreign key (loft_id, fund_id) references prize_funds (loft_id, id),
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id),
  foreign key (loft_id, team_id) references teams (loft_id, id),
  check (num_nonnulls(pigeon_id, team_id) = 1)
);
create index prize_payout_parts_by_fund on prize_payout_parts (loft_id, fund_id);
create index prize_payout_parts_by_pigeon on prize_payout_parts (loft_id, pigeon_id) where pigeon_id is not null;
create index prize_payout_parts_by_team on prize_payout_parts (loft_id, team_id) where team_id is not null;

create function keep_payout_parts() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from prize_payout_parts where loft_id = new.loft_id and payout_id = new.payout_id)
    <> (select amount_cents from prize_payouts where loft_id = new.loft_id and id = new.payout_id) then
    raise exception 'the parts of payout % are not its sum', new.payout_id
      using errcode = 'check_violation', constraint = 'payout_parts';
  end if;
  return null;
end $$;
create constraint trigger whole after insert on prize_payout_parts deferrable initially deferred
  for each row execute function keep_payout_parts();
create trigger append_only before update or delete on prize_payout_parts for each row execute function refuse_change();
create trigger append_only_all before truncate on prize_payout_parts execute function refuse_change();
