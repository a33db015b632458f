-- A loft's own list of its fanciers, with which of its teams are theirs over the seasons. Only with the packages basic
-- and premium (4.12, 6.11).

create table fanciers (
  loft_id bigint not null references lofts (id),
  id      bigint generated always as identity,
  name    text not null check (length(name) between 1 and 128),
  email   text check (length(email) between 3 and 128),
  phone   text check (phone ~ '^\+[1-9][0-9]{3,14}$'),
  street  text check (length(street) between 1 and 128),
  zipcode text check (length(zipcode) between 1 and 32),
  city    text check (length(city) between 1 and 128),
  country char(2) check (country ~ '^[A-Z]{2}$'),
  note    text check (length(note) between 1 and 4000),
  version int not null default 1,
  primary key (loft_id, id)
);

-- A team has one fancier; where it goes, this goes with it.
create table fancier_teams (
  loft_id    bigint not null,
  team_id    bigint not null,
  fancier_id bigint not null,
  primary key (loft_id, team_id),
  foreign key (loft_id, team_id) references teams (loft_id, id) on delete cascade,
  foreign key (loft_id, fancier_id) references fanciers (loft_id, id)
);
create index fancier_teams_by_fancier on fancier_teams (loft_id, fancier_id);

create function fanciers_need_package() returns trigger language plpgsql as $$
begin
  if coalesce((select package from loft_types where loft_id = new.loft_id order by n desc limit 1), 'legacy') = 'legacy' then
    raise exception 'loft % keeps no list of fanciers', new.loft_id
      using errcode = 'check_violation', constraint = 'fanciers_need_package';
  end if;
  return new;
end $$;
create trigger fanciers_need_package before insert or update on fanciers
  for each row execute function fanciers_need_package();
