-- Money that people of a loft enter came in cash or by transfer, on a day that they say. Until now all of it was entered as
-- by hand, and stays so.
alter table payments add column paid_on date;
update payments p set paid_on = (p.created_at at time zone l.time_zone)::date
from lofts l where l.id = p.loft_id and p.method = 'hand';

do $$
declare
  c record;
begin
  for c in select conrelid::regclass as tab, conname, pg_get_constraintdef(oid) as def from pg_constraint
    where contype = 'c' and conrelid in ('payments'::regclass, 'refunds'::regclass, 'postings'::regclass)
      and (pg_get_constraintdef(oid) like '%''hand''%' or pg_get_constraintdef(oid) like '%''cash''%')
  loop
    execute format('alter table %s drop constraint %I', c.tab, c.conname);
  end loop;
end $$;
alter table payments
  add constraint payments_method_check check (method in ('card', 'hand', 'transfer')),
  add constraint payments_reason_of_method check ((method <> 'card') = (reason is not null)),
  add constraint payments_paid_on_of_method check ((method <> 'card') = (paid_on is not null)),
  add constraint payments_evidence_of_method check (method <> 'card' or file_id is null);
alter table refunds
  add constraint refunds_method_check check (method in ('card', 'hand', 'transfer')),
  add constraint refunds_reason_of_method check (method is null or method = 'card' or reason is not null);
alter table postings
  add constraint postings_account_check check (account in ('receivable', 'income', 'cards', 'cash', 'bank', 'refunds'));

drop trigger a_take_cash on payments;
create trigger a_take_cash before insert on payments for each row
  when (new.method <> 'card') execute function take_cash();

-- The pigeons that an order was for when it was paid, which its receipt says for good. Of payments before now, those
-- that it is for now.
create table payment_birds (
  loft_id    bigint not null,
  payment_id bigint not null,
  n          int not null check (n >= 1),
  ring       text not null,
  primary key (loft_id, payment_id, n),
  foreign key (loft_id, payment_id) references payments (loft_id, id)
);
insert into payment_birds (loft_id, payment_id, n, ring)
select p.loft_id, p.id, row_number() over (partition by p.loft_id, p.id order by b.place, b.ring), b.ring
from payments p
join (
  select e.loft_id, e.order_id, e.place, g.ring from entries e join pigeons g on g.loft_id = e.loft_id and g.id = e.pigeon_id
  union all
  select a.loft_id, a.order_id, 0, g.ring from activations a join pigeons g on g.loft_id = a.loft_id and g.id = a.pigeon_id
  union all
  select s.loft_id, s.order_id, 0, g.ring from sale_orders s
  join listings l on l.loft_id = s.loft_id and l.id = s.listing_id
  join pigeons g on g.loft_id = l.loft_id and g.id = l.pigeon_id
) b on b.loft_id = p.loft_id and b.order_id = p.order_id
where p.status in ('succeeded', 'surplus', 'refunded');
create trigger append_only before update or delete on payment_birds for each row execute function refuse_change();
create trigger append_only_all before truncate on payment_birds execute function refuse_change();
