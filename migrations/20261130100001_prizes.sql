-- The prizes of a season: a fund for what they are given for, and a journal of its own. A fund begins when the result of
-- its flight becomes official for the first time; what its shares are of stays as it was then.
create table prize_funds (
  loft_id    bigint not null,
  id         bigint generated always as identity,
  season_id  bigint not null,
  what       text not null check (what in ('flight', 'ranking')),
  flight_id  bigint,
  currency   text not null check (currency ~ '^[A-Z]{3}$'),
  fund_cents bigint not null check (fund_cents >= 0),
  created_at timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, season_id, id),
  unique (loft_id, flight_id),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  foreign key (loft_id, flight_id) references flights (loft_id, id),
  check ((what = 'flight') = (flight_id is not null))
);
create index prize_funds_by_season on prize_funds (loft_id, season_id);

-- Money to a person, or back from them where it is negative: entered, above the limit of the loft approved by somebody
-- else, and taken back by another one.
create table prize_payouts (
  loft_id      bigint not null,
  id           bigint generated always as identity,
  season_id    bigint not null,
  user_id      bigint not null references users (id),
  amount_cents bigint not null,
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  method       text not null check (method in ('transfer', 'hand')),
  paid_on      date not null,
  reason    text not null check (length(reason) between 1 and 1000),
  file_id      bigint,
  needs_second boolean not null,
  takes_back   bigint,
  entered_by   bigint not null references users (id),
  entered_at   timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, season_id, id),
  constraint payout_taken_back unique (loft_id, takes_back),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  foreign key (loft_id, takes_back) references prize_payouts (loft_id, id),
  foreign key (loft_id, file_id) references files (loft_id, id)
);
create index prize_payouts_by_season on prize_payouts (loft_id, season_id, id);
create index prize_payouts_by_file on prize_payouts (loft_id, file_id) where file_id is not null;

create table prize_payout_answers (
  loft_id     bigint not null,
  payout_id   bigint not null,
  is_approved boolean not null,
  user_id     bigint not null references users (id),
  at          timestamptz(3) not null,
  constraint payout_answered primary key (loft_id, payout_id),
  foreign key (loft_id, payout_id) references prize_payouts (loft_id, id)
);

-- Nobody approves what they entered.
create function keep_second_person() returns trigger language plpgsql as $$
begin
  if new.is_approved and new.user_id = (select entered_by from prize_payouts where loft_id = new.loft_id and id = new.payout_id) then
    raise exception 'payout % has no second person', new.payout_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger second_person before insert on prize_payout_answers for each row execute function keep_second_person();

-- The journal: claims of a fund by a version of its result, or a payout; its postings together nothing. Positive is debit.
create table prize_entries (
  loft_id        bigint not null,
  id             bigint generated always as identity,
  season_id      bigint not null,
  fund_id        bigint,
  result_version int check (result_version >= 1),
  payout_id      bigint,
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  at             timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  constraint payout_entered unique (loft_id, payout_id),
  foreign key (loft_id, season_id, fund_id) references prize_funds (loft_id, season_id, id),
  foreign key (loft_id, season_id, payout_id) references prize_payouts (loft_id, season_id, id),
  check ((fund_id is null) <> (payout_id is null)),
  check ((fund_id is null) = (result_version is null))
);
create index prize_entries_by_season on prize_entries (loft_id, season_id, id);
create index prize_entries_by_fund on prize_entries (loft_id, fund_id) where fund_id is not null;
create table prize_postings (
  loft_id      bigint not null,
  entry_id     bigint not null,
  n            int not null check (n >= 1),
  account      text not null check (account in ('prizes', 'owed', 'loft', 'money')),
  fund_id      bigint,
  pigeon_id    bigint,
  user_id      bigint references users (id),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (loft_id, entry_id, n),
  foreign key (loft_id, entry_id) references prize_entries (loft_id, id),
  foreign key (loft_id, fund_id) references prize_funds (loft_id, id),
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id),
  check ((account in ('owed', 'loft')) = (fund_id is not null)),
  check ((account in ('owed', 'loft')) = (pigeon_id is not null)),
  check ((account = 'owed') = (user_id is not null))
);
create index prize_postings_by_fund on prize_postings (loft_id, fund_id, pigeon_id) where fund_id is not null;
create index prize_postings_by_person on prize_postings (user_id) where user_id is not null;

create function keep_prize_balance() returns trigger language plpgsql as $$
declare
  entry bigint := to_jsonb(new) ->> case tg_table_name when 'prize_postings' then 'entry_id' else 'id' end;
begin
  if (select count(*) < 2 or sum(amount_cents) <> 0 from prize_postings where loft_id = new.loft_id and entry_id = entry) then
    raise exception 'entry % of prizes does not balance', entry
      using errcode = 'check_violation', constraint = 'prize_balance';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on prize_entries deferrable initially deferred
  for each row execute function keep_prize_balance();
create constraint trigger balanced after insert on prize_postings deferrable initially deferred
  for each row execute function keep_prize_balance();

-- What each bird won with a fund, by the holder of its rights, and what of it was paid.
create view prize_balances as
  select p.loft_id, e.season_id, p.fund_id, p.pigeon_id, p.user_id,
    coalesce(-sum(p.amount_cents) filter (where e.payout_id is null), 0)::bigint as won_cents,
    coalesce(sum(p.amount_cents) filter (where e.payout_id is not null), 0)::bigint as paid_cents
  from prize_postings p
  join prize_entries e on e.loft_id = p.loft_id and e.id = p.entry_id
  where p.account in ('owed', 'loft')
  group by p.loft_id, e.season_id, p.fund_id, p.pigeon_id, p.user_id;

-- The money of a season as it was published, each version for good.
create table published_money (
  loft_id   bigint not null,
  season_id bigint not null,
  version   int not null check (version >= 1),
  content   jsonb not null,
  user_id   bigint not null references users (id),
  at        timestamptz(3) not null,
  primary key (loft_id, season_id, version),
  foreign key (loft_id, season_id) references seasons (loft_id, id)
);

do $$
declare
  t text;
begin
  foreach t in array array['prize_funds', 'prize_payouts', 'prize_payout_answers', 'prize_entries', 'prize_postings', 'published_money'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', t);
    execute format('create trigger append_only_all before truncate on %I execute function refuse_change()', t);
  end loop;
end $$;
