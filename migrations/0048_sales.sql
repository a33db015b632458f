-- Birds for sale, and the rights of those who buy them (specification 4.3, 5.13). The steps of a listing are those of
-- src/domain/sales/listing.ts (decision 25).

insert into status_edges (machine, from_status, event, to_status) values
  ('listing', 'new', 'create', 'listed'),
  ('listing', 'listed', 'reserve', 'reserved'),
  ('listing', 'listed', 'withdraw', 'withdrawn'),
  ('listing', 'reserved', 'settle', 'sold'),
  ('listing', 'reserved', 'release', 'listed'),
  ('listing', 'reserved', 'withdraw', 'withdrawn'),
  ('listing', 'sold', 'revoke', 'reserved'),
  ('listing', 'sold', 'withdraw', 'withdrawn'),
  -- What is not sold is again what it was before.
  ('pigeon_health', 'for_sale', 'unassigned', 'unassigned'),
  ('pigeon_health', 'for_sale', 'disqualified', 'disqualified');

-- Who is given a share of what a bird wins, from a day on. A share may end once, and nothing else of it changes.
create table pigeon_rights (
  loft_id   bigint not null,
  pigeon_id bigint not null,
  n         int not null check (n >= 1),
  user_id   bigint not null references users (id),
  from_day  date not null,
  -- The first day on which it is no longer theirs; null: for good.
  until_day date,
  share_bp  int not null check (share_bp between 1 and 10000),
  reason    text check (length(reason) between 1 and 1000),
  -- By which it was bought; null: given by hand.
  order_id  bigint,
  -- Who gave it; null: the program itself.
  given_by  bigint references users (id),
  at        timestamptz(3) not null,
  primary key (loft_id, pigeon_id, n),
  constraint "pigeon_has_rights" foreign key (loft_id, pigeon_id) references pigeons (loft_id, id),
  foreign key (loft_id, order_id) references orders (loft_id, id),
  constraint "due_date_range_invalid.until_day" check (until_day >= from_day)
);
create index pigeon_rights_by_user on pigeon_rights (user_id);
create index pigeon_rights_by_order on pigeon_rights (order_id);

create function keep_rights() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.until_day is null and new.until_day is not null
    and to_jsonb(new) - 'until_day' = to_jsonb(old) - 'until_day' then return new;
  end if;
  raise exception 'pigeon_rights is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on pigeon_rights for each row execute function keep_rights();
create trigger append_only_all before truncate on pigeon_rights execute function refuse_change();

create table listings (
  loft_id     bigint not null,
  season_id   bigint not null,
  id          bigint generated always as identity,
  pigeon_id   bigint not null,
  -- What its buyer orders, at the price of the listing.
  product_id  bigint not null,
  -- Null: it goes to the best offer.
  price_cents int check (price_cents between 0 and 2147483646),
  status      text not null default 'listed',
  created_at  timestamptz(3) not null,
  primary key (loft_id, id),
  unique (id),
  unique (loft_id, season_id, id),
  constraint "pigeon_listed" foreign key (loft_id, season_id, pigeon_id) references pigeons (loft_id, season_id, id),
  foreign key (loft_id, season_id, product_id) references products (loft_id, season_id, id)
);
create unique index "pigeon_for_sale_already.pigeon_ids" on listings (loft_id, pigeon_id)
  where status in ('listed', 'reserved');
create index listings_by_season on listings (loft_id, season_id);

create table listing_history (
  loft_id     bigint not null,
  listing_id  bigint not null,
  n           int not null check (n >= 1),
  prev_n      int generated always as (nullif(n - 1, 0)) stored,
  machine     text not null default 'listing' check (machine = 'listing'),
  from_status text not null,
  to_status   text not null,
  at          timestamptz(3) not null,
  reason      text check (length(reason) between 1 and 1000),
  -- Null: the program itself.
  user_id     bigint references users (id),
  -- Of two who take the same step at the same moment one is late.
  constraint "no_longer_for_sale" primary key (loft_id, listing_id, n),
  unique (loft_id, listing_id, n, to_status),
  foreign key (loft_id, listing_id) references listings (loft_id, id),
  foreign key (machine, from_status, to_status) references status_edges (machine, from_status, to_status),
  foreign key (loft_id, listing_id, prev_n, from_status)
    references listing_history (loft_id, listing_id, n, to_status),
  check ((n = 1) = (from_status = 'new'))
);
create trigger append_only before update or delete on listing_history for each row execute function refuse_change();
create trigger append_only_all before truncate on listing_history execute function refuse_change();
create trigger carry after insert on listing_history for each row execute function carry_status('listings', 'listing_id');
create trigger guard before insert or update of status on listings
  for each row execute function guard_status('listing_history', 'listing_id', 'listed');
create constraint trigger history after insert on listings deferrable initially deferred
  for each row execute function need_history('listing_history', 'listing_id');

-- A bird is listed that is for sale; its price changes while nobody has ordered it, and offers are binding.
create function keep_listing() returns trigger language plpgsql as $$
declare
  broken text;
begin
  if tg_op = 'INSERT' then
    if (select health from pigeons where loft_id = new.loft_id and id = new.pigeon_id) <> 'for_sale' then
      broken := 'pigeon_step_not_possible';
    end if;
  elsif old.status <> 'listed' then broken := 'no_longer_for_sale';
  elsif old.price_cents is null or new.price_cents is null then broken := 'listed_for_offers.price_cents';
  end if;
  if broken is not null then
    raise exception 'listing % is not to be changed so', new.id using errcode = 'check_violation', constraint = broken;
  end if;
  return new;
end $$;
create trigger keep before insert or update of price_cents on listings for each row execute function keep_listing();

-- Offers bind who made them: nobody takes one back, and one's next one is higher.
create table sale_offers (
  loft_id      bigint not null,
  listing_id   bigint not null,
  n            int not null check (n >= 1),
  user_id      bigint not null references users (id),
  amount_cents int not null check (amount_cents between 0 and 2147483646),
  at           timestamptz(3) not null,
  primary key (loft_id, listing_id, n),
  foreign key (loft_id, listing_id) references listings (loft_id, id)
);
create index sale_offers_by_user on sale_offers (user_id);
create trigger append_only before update or delete on sale_offers for each row execute function refuse_change();
create trigger append_only_all before truncate on sale_offers execute function refuse_change();

-- By which orders birds are bought: one listing may have several, one after the other.
create table sale_orders (
  loft_id    bigint not null,
  season_id  bigint not null,
  order_id   bigint not null,
  listing_id bigint not null,
  -- The offer that was accepted; null: at its price.
  offer_n    int,
  primary key (loft_id, order_id),
  foreign key (loft_id, season_id, order_id) references orders (loft_id, season_id, id),
  foreign key (loft_id, season_id, listing_id) references listings (loft_id, season_id, id),
  foreign key (loft_id, listing_id, offer_n) references sale_offers (loft_id, listing_id, n),
  -- An offer is accepted once.
  constraint "offer_not_best" unique (loft_id, listing_id, offer_n)
);
create index sale_orders_by_listing on sale_orders (loft_id, listing_id);
create trigger append_only before update or delete on sale_orders for each row execute function refuse_change();
create trigger append_only_all before truncate on sale_orders execute function refuse_change();

create function keep_offer() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select case when l.status <> 'listed' then 'no_longer_for_sale' when l.price_cents is not null then 'listed_at_price' end
    into broken from listings l where l.loft_id = new.loft_id and l.id = new.listing_id for share;
  if broken is null and exists (
    select from sale_offers o
    where o.loft_id = new.loft_id and o.listing_id = new.listing_id and o.user_id = new.user_id
      and o.amount_cents >= new.amount_cents and not exists (
        select from sale_orders s
        where s.loft_id = o.loft_id and s.listing_id = o.listing_id and s.offer_n = o.n)
  ) then broken := 'offer_not_higher.amount_cents';
  end if;
  if broken is not null then
    raise exception 'listing % takes no such offer', new.listing_id using errcode = 'check_violation', constraint = broken;
  end if;
  return new;
end $$;
create trigger keep before insert on sale_offers for each row execute function keep_offer();

-- What becomes of the order of a bird becomes of its listing, in the same transaction and by nobody else: paid, its
-- buyer has the rights from that day of the loft on and the bird its part in the race; taken back, they end; ended
-- unpaid, it is listed again while it is still for sale. The bird first, then its listing, as everybody locks them.
create function follow_sale() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  bird record;
  today date;
  listing record;
  before text;
begin
  select p.id, p.health into bird from sale_orders s
    join listings l on l.loft_id = s.loft_id and l.id = s.listing_id
    join pigeons p on p.loft_id = l.loft_id and p.id = l.pigeon_id
    where s.loft_id = new.loft_id and s.order_id = new.order_id for update of p;
  if not found then return null; end if;
  select l.id, l.status into listing from sale_orders s
    join listings l on l.loft_id = s.loft_id and l.id = s.listing_id
    where s.loft_id = new.loft_id and s.order_id = new.order_id for update of l;
  select (new.at at time zone time_zone)::date into today from lofts where id = new.loft_id;
  insert into listing_history (loft_id, listing_id, n, from_status, to_status, at, user_id)
    select new.loft_id, listing.id, max(n) + 1, listing.status, case
      when new.to_status = 'paid' then 'sold'
      when new.to_status = 'revoked' then 'reserved'
      when listing.status = 'reserved' and bird.health = 'for_sale' then 'listed'
      else 'withdrawn' end, new.at, new.user_id
    from listing_history where loft_id = new.loft_id and listing_id = listing.id;
  if new.to_status <> 'paid' then
    update pigeon_rights set until_day = greatest(from_day, today)
      where loft_id = new.loft_id and order_id = new.order_id and until_day is null;
    return null;
  end if;
  insert into pigeon_rights (loft_id, pigeon_id, n, user_id, from_day, share_bp, order_id, at)
    select new.loft_id, bird.id, coalesce(max(r.n), 0) + 1, o.user_id, today, 10000, o.id, new.at
    from orders o left join pigeon_rights r on r.loft_id = o.loft_id and r.pigeon_id = bird.id
    where o.loft_id = new.loft_id and o.id = new.order_id group by o.user_id, o.id;
  if bird.health = 'for_sale' then
    select from_status into before from pigeon_history
      where loft_id = new.loft_id and pigeon_id = bird.id and machine = 'pigeon_health' and to_status = 'for_sale'
      order by n desc limit 1;
    insert into pigeon_history (loft_id, pigeon_id, machine, n, from_status, to_status, at, user_id)
      select new.loft_id, bird.id, 'pigeon_health', max(n) + 1, 'for_sale',
        case before when 'reserve' then 'activated_reserve' when 'unassigned' then 'active' else before end,
        new.at, new.user_id
      from pigeon_history where loft_id = new.loft_id and pigeon_id = bird.id and machine = 'pigeon_health';
  end if;
  return null;
end $$;
create trigger follow_sale after insert on order_history for each row
  when (new.to_status in ('paid', 'revoked', 'rejected', 'cancelled')) execute function follow_sale();

-- A bird that is no longer for sale, because it is lost, say, is off the sale; one that is ordered the loft settles by hand.
create function leave_sale() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into listing_history (loft_id, listing_id, n, from_status, to_status, at, reason, user_id)
  select l.loft_id, l.id, max(h.n) + 1, l.status, 'withdrawn', new.at, new.reason, new.user_id
  from listings l join listing_history h on h.loft_id = l.loft_id and h.listing_id = l.id
  where l.loft_id = new.loft_id and l.pigeon_id = new.pigeon_id and l.status = 'listed' group by l.loft_id, l.id;
  return null;
end $$;
create trigger leave_sale after insert on pigeon_history for each row
  when (new.from_status = 'for_sale') execute function leave_sale();
