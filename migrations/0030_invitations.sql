-- Somebody is invited by e-mail: to work for a loft, or to look after a team of a season as its customer. The address
-- stands here alone, so that it is gone with the row.

create table invitations (
  loft_id      bigint not null references lofts (id),
  id           bigint generated always as identity,
  email        text not null check (length(email) between 3 and 128 and email = lower(email)),
  is_agent     boolean not null default false,
  is_staff     boolean not null default false,
  has_seasons  boolean not null default false,
  season_id    bigint,
  team_id      bigint,
  -- In what language the letter is.
  language     text not null,
  invited_by   bigint references users (id),
  -- How often it was sent; only the link of the last letter opens it.
  sendings     int not null default 1 check (sendings >= 1),
  sent_at      timestamptz(3) not null,
  expires_at   timestamptz(3) not null check (expires_at > sent_at),
  accepted_at  timestamptz(3),
  accepted_by  bigint references users (id),
  withdrawn_at timestamptz(3),
  primary key (loft_id, id),
  unique (id),
  foreign key (loft_id, season_id, team_id) references teams (loft_id, season_id, id) on delete cascade,
  check ((season_id is null) = (team_id is null)),
  check ((team_id is null) = (is_agent or is_staff or has_seasons)),
  check ((accepted_at is null) = (accepted_by is null)),
  check (num_nonnulls(accepted_at, withdrawn_at) <= 1)
);
create unique index "entry_exists.email.invitations" on invitations (loft_id, email, coalesce(team_id, 0))
  where accepted_at is null and withdrawn_at is null;
create index invitations_by_email on invitations (email);

-- One that was accepted or withdrawn stays so.
create function keep_answered() returns trigger language plpgsql as $$
begin
  raise exception 'invitation % is answered', old.id using errcode = 'check_violation', constraint = 'token_invalid';
end $$;
create trigger keep_answered before update on invitations for each row
  when (old.accepted_at is not null or old.withdrawn_at is not null) execute function keep_answered();
