-- What a loft writes to several of its fanciers at once: one letter each. Who wrote what, when and to how many stays.

create table fancier_messages (
  loft_id    bigint not null references lofts (id),
  id         bigint generated always as identity,
  subject    text not null check (length(subject) between 1 and 128),
  text       text not null check (length(text) between 1 and 4000),
  -- In what language the frame is where nobody knows the reader's.
  language   text not null,
  -- To how many a letter goes.
  letters    int not null check (letters between 1 and 100),
  written_by bigint references users (id),
  written_at timestamptz(3) not null,
  primary key (loft_id, id)
);
create trigger append_only before update or delete on fancier_messages
  for each row execute function refuse_change();
create trigger append_only_all before truncate on fancier_messages execute function refuse_change();

-- One after the other, so that two who send the last ones see each other.
create function keep_letters_few() returns trigger language plpgsql as $$
begin
  perform 1 from lofts where id = new.loft_id for no key update;
  if (select coalesce(sum(letters), 0) from fancier_messages
      where loft_id = new.loft_id and written_at > new.written_at - interval '24 hours') + new.letters > 500 then
    raise exception 'loft % has written enough', new.loft_id
      using errcode = 'check_violation', constraint = 'letters_spent';
  end if;
  return new;
end $$;
create trigger keep_letters_few before insert on fancier_messages
  for each row execute function keep_letters_few();
