-- Two accounts of one person become one: the closed one names the account that has what was its own.
alter table users
  add column merged_into bigint references users (id),
  add column merged_at timestamptz(3),
  add check (merged_into <> id),
  add check ((merged_into is null) = (merged_at is null));
create index users_by_merged_into on users (merged_into) where merged_into is not null;

-- An account is closed for good; where the one it was merged into is merged itself, both name the last one.
create function keep_merged() returns trigger language plpgsql as $$
begin
  if old.merged_into is not null and (new.merged_into is null or not exists (
      select from users u where u.id = old.merged_into and u.merged_into = new.merged_into)) then
    raise exception 'account % stays merged', old.id using errcode = 'check_violation';
  end if;
  if exists (select from users u where u.id = new.merged_into and u.merged_into is not null) then
    raise exception 'account % is merged itself', new.merged_into using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_merged before update of merged_into on users
  for each row when (old.merged_into is distinct from new.merged_into) execute function keep_merged();

-- Who asked to merge with which account. The link in the mail is the id, signed, and is kept nowhere.
create table account_merges (
  id           text primary key check (id ~ '^[\w-]{22}$'),
  into_user_id bigint not null references users (id),
  from_user_id bigint not null references users (id),
  asked_at     timestamptz(3) not null,
  -- Until when the link holds.
  until        timestamptz(3) not null,
  merged_at    timestamptz(3),
  check (into_user_id <> from_user_id)
);
create index account_merges_by_from on account_merges (from_user_id, asked_at);

-- What belongs to an account goes to another one only by a merge of both.
create function follow_account() returns trigger language plpgsql as $$
begin
  if new.user_id is distinct from old.user_id
    and not exists (select from users u where u.id = old.user_id and u.merged_into = new.user_id) then
    raise exception 'rows of % stay with their account', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
do $$
declare
  t text;
begin
  foreach t in array array['orders', 'favorites', 'unmarked_birds', 'passport_parts', 'registration_drafts', 'api_keys', 'webhooks', 'team_claims'] loop
    execute format('create trigger follow_account before update of user_id on %I for each row execute function follow_account()', t);
  end loop;
end $$;

create or replace function keep_rights() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.until_day is null and new.until_day is not null
    and to_jsonb(new) - 'until_day' = to_jsonb(old) - 'until_day' then return new;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    and exists (select from users u where u.id = old.user_id and u.merged_into = new.user_id) then return new;
  end if;
  raise exception 'pigeon_rights is append-only' using errcode = 'insufficient_privilege';
end $$;

-- Nothing new becomes that of a closed account. After the check of the key, which waits for a merge under way.
create function refuse_merged() returns trigger language plpgsql as $$
begin
  if exists (select from users u where u.id = new.user_id and u.merged_into is not null) then
    raise exception 'account % is merged', new.user_id
      using errcode = 'check_violation', constraint = 'account_closed';
  end if;
  return null;
end $$;
do $$
declare
  t text;
begin
  foreach t in array array['orders', 'favorites', 'unmarked_birds', 'passport_parts', 'registration_drafts', 'api_keys', 'webhooks', 'team_claims', 'pigeon_rights', 'teams', 'user_sessions', 'loft_permissions'] loop
    execute format('create trigger refuse_merged after insert on %I for each row execute function refuse_merged()', t);
  end loop;
end $$;
create trigger refuse_merged_change after update of user_id on teams
  for each row when (new.user_id is not null) execute function refuse_merged();

-- Prizes stay in the journal as they were entered; whose they are by now, the merged accounts say.
create or replace view prize_balances as
  select p.loft_id, e.season_id, p.fund_id, p.pigeon_id, coalesce(m.merged_into, p.user_id) as user_id,
    coalesce(-sum(p.amount_cents) filter (where e.payout_id is null), 0)::bigint as won_cents,
    coalesce(sum(p.amount_cents) filter (where e.payout_id is not null), 0)::bigint as paid_cents,
    p.account, p.team_id
  from prize_postings p
  join prize_entries e on e.loft_id = p.loft_id and e.id = p.entry_id
  left join users m on m.id = p.user_id and m.merged_into is not null
  where p.account in ('owed', 'held', 'loft')
  group by p.loft_id, e.season_id, p.fund_id, p.pigeon_id, p.team_id, p.account, coalesce(m.merged_into, p.user_id);
