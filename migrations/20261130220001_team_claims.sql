-- A person says that a team of an old season, which no account holds, is theirs; who runs the loft decides.
create table team_claims (
  loft_id    bigint not null,
  id         bigint generated always as identity,
  team_id    bigint not null,
  user_id    bigint not null references users (id),
  text       text not null check (length(text) between 1 and 1000),
  claimed_at timestamptz(3) not null,
  state      text not null default 'open' check (state in ('open', 'accepted', 'refused', 'withdrawn', 'taken_back')),
  -- Of who decided; null where another claim to the team was accepted.
  reason     text check (length(reason) between 1 and 1000),
  decided_by bigint references users (id),
  decided_at timestamptz(3),
  primary key (loft_id, id),
  unique (id),
  foreign key (loft_id, team_id) references teams (loft_id, id) on delete cascade,
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'taken_back' or reason is not null)
);
create unique index team_claims_open on team_claims (loft_id, team_id, user_id) where state = 'open';
create index team_claims_by_team on team_claims (loft_id, team_id);
create index team_claims_by_user on team_claims (user_id);

-- Each is decided once; only what was accepted is taken back.
create function keep_claim_steps() returns trigger language plpgsql as $$
begin
  if not (old.state = 'open' and new.state in ('accepted', 'refused', 'withdrawn')
      or old.state = 'accepted' and new.state = 'taken_back'
      or old.state = new.state and old.user_id <> new.user_id) then
    raise exception 'claim % is %, and cannot be %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'claim_steps';
  end if;
  return new;
end $$;
create trigger claim_steps before update on team_claims for each row execute function keep_claim_steps();
