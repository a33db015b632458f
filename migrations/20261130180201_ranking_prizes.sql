-- The prizes of a ranking: a template of the rulebook's form. They are won by pigeons, teams and fanciers; countries,
-- regions, agents, sexes and colours are nobody's account.
alter table rankings add column prizes jsonb,
  add constraint rankings_prized check (prizes is null or rule -> 'subject' ->> 'of' in ('pigeon', 'team', 'fancier'));

-- What was published once keeps its rule, and its prizes are only raised, place by place.
create or replace function keep_published_rule() returns trigger language plpgsql as $$
begin
  if old.published_at is null then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' or new.rule <> old.rule or new.published_at is distinct from old.published_at then
    raise exception 'a published ranking keeps its rule' using errcode = 'restrict_violation', constraint = 'ranking_is_published';
  end if;
  if new.prizes is distinct from old.prizes and old.prizes is not null and (
    new.prizes is null or new.prizes ->> 'basis' <> old.prizes ->> 'basis' or exists (
      select from jsonb_array_elements(old.prizes -> 'steps') was,
        generate_series((was ->> 'from')::int, (was ->> 'to')::int) place
      where coalesce((select (step ->> 'value')::bigint from jsonb_array_elements(new.prizes -> 'steps') step
        where place between (step ->> 'from')::int and (step ->> 'to')::int), 0) < (was ->> 'value')::bigint)) then
    raise exception 'the prizes of a published ranking are only raised'
      using errcode = 'restrict_violation', constraint = 'ranking_prizes_lowered';
  end if;
  return new;
end $$;

-- A fund is of a flight or of a ranking; a claim to it is of a pigeon or of a team.
alter table prize_funds
  add column ranking_id bigint,
  add unique (loft_id, ranking_id),
  add foreign key (loft_id, ranking_id) references rankings (loft_id, id),
  add constraint prize_funds_ranking check ((what = 'ranking') = (ranking_id is not null));
alter table prize_postings
  add column team_id bigint,
  add foreign key (loft_id, team_id) references teams (loft_id, id),
  drop constraint prize_postings_bird,
  add constraint prize_postings_winner
    check (num_nonnulls(pigeon_id, team_id) = case when account in ('owed', 'held', 'loft') then 1 else 0 end);
create index prize_postings_by_team on prize_postings (loft_id, team_id) where team_id is not null;

create or replace view prize_balances as
  select p.loft_id, e.season_id, p.fund_id, p.pigeon_id, p.user_id,
    coalesce(-sum(p.amount_cents) filter (where e.payout_id is null), 0)::bigint as won_cents,
    coalesce(sum(p.amount_cents) filter (where e.payout_id is not null), 0)::bigint as paid_cents,
    p.account, p.team_id
  from prize_postings p
  join prize_entries e on e.loft_id = p.loft_id and e.id = p.entry_id
  where p.account in ('owed', 'held', 'loft')
  group by p.loft_id, e.season_id, p.fund_id, p.pigeon_id, p.team_id, p.account, p.user_id;

-- Who has a prize of a frozen ranking, and by which place: of its last version.
create table ranking_winners (
  loft_id   bigint not null,
  fund_id   bigint not null,
  n         int not null check (n >= 1),
  place     int not null check (place >= 1),
  pigeon_id bigint,
  team_id   bigint,
  primary key (loft_id, fund_id, n),
  foreign key (loft_id, fund_id) references prize_funds (loft_id, id),
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id),
  foreign key (loft_id, team_id) references teams (loft_id, id),
  check (num_nonnulls(pigeon_id, team_id) = 1)
);
create index ranking_winners_by_pigeon on ranking_winners (loft_id, pigeon_id) where pigeon_id is not null;
create index ranking_winners_by_team on ranking_winners (loft_id, team_id) where team_id is not null;
