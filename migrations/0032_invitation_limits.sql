-- A loft sends no more letters than it can look after: so many invitations wait at once, and so many letters go to one
-- address in a day.

create table invitation_letters (
  loft_id bigint not null references lofts (id),
  email   text not null check (length(email) between 3 and 128 and email = lower(email)),
  -- The day of the loft.
  day     date not null,
  letters int not null default 1,
  primary key (loft_id, email, day),
  constraint "letters_full.email" check (letters between 1 and 5)
);
create index invitation_letters_by_email on invitation_letters (email);

-- One after the other, so that two who send the last one see each other.
create function keep_invitations_few() returns trigger language plpgsql as $$
begin
  perform 1 from lofts where id = new.loft_id for no key update;
  if (select count(*) from invitations
      where loft_id = new.loft_id and accepted_at is null and withdrawn_at is null) >= 100 then
    raise exception 'loft % has enough invitations', new.loft_id
      using errcode = 'check_violation', constraint = 'invitations_full';
  end if;
  return new;
end $$;
create trigger keep_invitations_few before insert on invitations for each row execute function keep_invitations_few();
