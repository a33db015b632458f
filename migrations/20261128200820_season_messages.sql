-- What a loft writes to the customers of a season, or to a group of them. Who wrote what, when and to how many stays.

create table season_messages (
  loft_id      bigint not null,
  season_id    bigint not null,
  id           bigint generated always as identity,
  -- A form that is sent twice is one message.
  request_key  uuid not null,
  people       text not null check (people in ('all', 'to_pay', 'in_transit', 'without_pigeons')),
  subject      text not null check (length(subject) between 1 and 128),
  text         text not null check (length(text) between 1 and 4000),
  -- About their own order or birds: it also goes to those who stopped the messages of lofts.
  is_essential boolean not null,
  recipients   int not null check (recipients >= 1),
  written_by   bigint references users (id),
  written_at   timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, request_key),
  foreign key (loft_id, season_id) references seasons (loft_id, id)
);
create index season_messages_by_season on season_messages (loft_id, season_id, id);
create trigger append_only before update or delete on season_messages
  for each row execute function refuse_change();
create trigger append_only_all before truncate on season_messages execute function refuse_change();

-- One after the other, so that two who send the last one see each other.
create function keep_season_messages_few() returns trigger language plpgsql as $$
begin
  perform 1 from lofts where id = new.loft_id for no key update;
  if (select count(*) from season_messages
      where loft_id = new.loft_id and written_at > new.written_at - interval '24 hours') >= 10 then
    raise exception 'loft % has written enough', new.loft_id
      using errcode = 'check_violation', constraint = 'messages_spent', detail = '{"max":10}';
  end if;
  return new;
end $$;
create trigger keep_season_messages_few before insert on season_messages
  for each row execute function keep_season_messages_few();

-- How far a message is.
create index notifications_of_messages on notifications (key) where event = 'loft_message';
