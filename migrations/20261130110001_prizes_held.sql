-- A prize of a bird whose team has no account is held for whoever will have it: an account of the journal of its own.
-- `loft` is left for birds of the loft itself. What is assigned to somebody is an entry of its fund without a version.
alter table prize_postings drop constraint prize_postings_account_check;
alter table prize_postings drop constraint prize_postings_check;
alter table prize_postings drop constraint prize_postings_check1;
alter table prize_postings
  add constraint prize_postings_account_check check (account in ('prizes', 'owed', 'held', 'loft', 'money')),
  add constraint prize_postings_fund check ((account in ('owed', 'held', 'loft')) = (fund_id is not null)),
  add constraint prize_postings_bird check ((account in ('owed', 'held', 'loft')) = (pigeon_id is not null));
create index prize_postings_held on prize_postings (loft_id, fund_id, pigeon_id) where account = 'held';
alter table prize_entries drop constraint prize_entries_check1;
alter table prize_entries add constraint prize_entries_version check (result_version is null or fund_id is not null);

-- A payout is taken back by the entry of its counter-payout, not by a request that waits for a second person or was
-- refused.
alter table prize_payouts drop constraint payout_taken_back;
alter table prize_payouts add constraint prize_payouts_taking_back unique (loft_id, id, takes_back);
create index prize_payouts_by_taken_back on prize_payouts (loft_id, takes_back) where takes_back is not null;
alter table prize_entries
  add column takes_back bigint,
  add foreign key (loft_id, payout_id, takes_back) references prize_payouts (loft_id, id, takes_back);
alter table prize_entries disable trigger append_only;
update prize_entries e set takes_back = x.takes_back from prize_payouts x
  where x.loft_id = e.loft_id and x.id = e.payout_id and x.takes_back is not null;
alter table prize_entries enable trigger append_only;
alter table prize_entries add constraint payout_taken_back unique (loft_id, takes_back);

create or replace view prize_balances as
  select p.loft_id, e.season_id, p.fund_id, p.pigeon_id, p.user_id,
    coalesce(-sum(p.amount_cents) filter (where e.payout_id is null), 0)::bigint as won_cents,
    coalesce(sum(p.amount_cents) filter (where e.payout_id is not null), 0)::bigint as paid_cents,
    p.account
  from prize_postings p
  join prize_entries e on e.loft_id = p.loft_id and e.id = p.entry_id
  where p.account in ('owed', 'held', 'loft')
  group by p.loft_id, e.season_id, p.fund_id, p.pigeon_id, p.account, p.user_id;

-- Prizes that stand as the loft's so far and are of birds with a team or an order are held from now on.
do $$
declare
  fund record;
  entry bigint;
begin
  for fund in
    select f.* from prize_funds f where exists (
      select from prize_balances b join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
      where b.loft_id = f.loft_id and b.fund_id = f.id and b.account = 'loft' and b.won_cents <> 0
        and (p.team_id is not null or exists (
          select from entries e where e.loft_id = p.loft_id and e.pigeon_id = p.id and e.order_id is not null)))
  loop
    insert into prize_entries (loft_id, season_id, fund_id, currency, at)
      values (fund.loft_id, fund.season_id, fund.id, fund.currency, now()) returning id into entry;
    insert into prize_postings (loft_id, entry_id, n, account, fund_id, pigeon_id, amount_cents)
      select b.loft_id, entry, row_number() over (order by b.pigeon_id, sides.account), sides.account, b.fund_id,
        b.pigeon_id, sides.amount_cents
      from prize_balances b
      join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
      cross join lateral (values ('held', 0 - b.won_cents), ('loft', b.won_cents)) sides (account, amount_cents)
      where b.loft_id = fund.loft_id and b.fund_id = fund.id and b.account = 'loft' and b.won_cents <> 0
        and (p.team_id is not null or exists (
          select from entries e where e.loft_id = p.loft_id and e.pigeon_id = p.id and e.order_id is not null));
  end loop;
end $$;
