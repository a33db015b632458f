-- A loft can take its rejection of a registration back (decision 21): the order waits for its yes again, and takes its
-- places again with the same step.
insert into status_edges (machine, from_status, event, to_status) values ('order', 'rejected', 'reopen', 'pending');

alter table order_history
  drop constraint "error_required.reason",
  add constraint "error_required.reason"
    check ((to_status <> 'rejected' and from_status <> 'rejected') or coalesce(trim(reason), '') <> '') not valid;

create or replace function book_order() returns trigger language plpgsql as $$
declare
  o orders;
  r registrations;
  sold record;
  sign int := case when new.n = 1 or ends_order(new.from_status) then 1 else -1 end;
begin
  select * into strict o from orders where loft_id = new.loft_id and id = new.order_id;
  select * into r from registrations where loft_id = new.loft_id and order_id = new.order_id;
  if found then
    perform book_place('active of season ' || r.season_id, sign * r.pigeons_active);
    perform book_place('reserve of season ' || r.season_id, sign * r.pigeons_reserve);
  end if;
  for sold in select product_id, quantity from order_positions
    where loft_id = o.loft_id and order_id = o.id and product_id is not null
  loop
    perform book_place('product ' || sold.product_id, sign * sold.quantity);
  end loop;
  return null;
end $$;

drop trigger book on order_history;
create trigger book after insert on order_history for each row
  when (new.n = 1 or ends_order(new.to_status) or ends_order(new.from_status)) execute function book_order();
drop trigger taken on order_history;
create constraint trigger taken after insert on order_history deferrable initially deferred
  for each row when (new.n = 1 or ends_order(new.to_status) or ends_order(new.from_status)) execute function keep_taken();
