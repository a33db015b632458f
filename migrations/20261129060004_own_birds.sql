-- A person follows their own birds without marking them. Those that they do not want to see among their pigeons stand
-- here; a bird that is marked again leaves the table.
create table unmarked_birds (
  user_id   bigint not null references users (id) on delete cascade,
  loft_id   bigint not null references lofts (id) on delete cascade,
  pigeon_id bigint not null,
  primary key (user_id, pigeon_id),
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id) on delete cascade
);
create index unmarked_birds_by_pigeon on unmarked_birds (loft_id, pigeon_id);

-- Who has a share in a bird at a moment, as `holdersOn` of domain/pigeons/rights.ts: those who were given one, and the
-- first owner unless all of it was given away. The birds of an order are its customer's while the order has birds.
create function holders_of_bird(of_loft bigint, of_bird bigint, at timestamptz) returns setof bigint
language sql stable as $$
  with held as (
    select r.n, r.user_id, r.share_bp from pigeon_rights r join lofts l on l.id = r.loft_id
    where r.loft_id = of_loft and r.pigeon_id = of_bird
      and r.from_day <= (at at time zone l.time_zone)::date
      and (r.until_day is null or (at at time zone l.time_zone)::date < r.until_day)),
  whole as (select max(n) as n from held where share_bp = 10000)
  select held.user_id from held, whole where held.n >= coalesce(whole.n, 0)
  union
  select coalesce(o.user_id, t.user_id)
  from pigeons p
  cross join whole
  left join entries e on e.loft_id = p.loft_id and e.pigeon_id = p.id
  left join orders o on o.loft_id = e.loft_id and o.id = e.order_id
  left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
  where p.loft_id = of_loft and p.id = of_bird and whole.n is null and coalesce(o.user_id, t.user_id) is not null
    and (o.id is null or o.status in ('confirmed', 'payment_pending', 'paid', 'revoked'))
$$;
