-- Cash that an agent took waits for a merchant's yes (specification 4.1, 6.5; decision 33): as long as it does, its order
-- does not end, whoever wants it to, and only an order that waits for its money takes any. Both sides hold the order's
-- row before they look at the other, so that of two at the same moment the second one sees what the first one did.

create function keep_cash() returns trigger language plpgsql as $$
begin
  perform from orders where loft_id = new.loft_id and id = new.order_id for no key update;
  if exists (select from payments
      where loft_id = new.loft_id and order_id = new.order_id and method = 'hand' and status = 'open') then
    raise exception 'order % has cash that waits for a yes', new.order_id
      using errcode = 'check_violation', constraint = 'cash_waits';
  end if;
  return null;
end $$;
create trigger cash_waits after insert on order_history for each row
  when (new.to_status in ('rejected', 'cancelled')) execute function keep_cash();

create function take_cash() returns trigger language plpgsql as $$
declare
  state text;
begin
  select status into state from orders where loft_id = new.loft_id and id = new.order_id for no key update;
  if state not in ('confirmed', 'payment_pending', 'revoked') then
    raise exception 'order % is % and takes no cash', new.order_id, state
      using errcode = 'check_violation', constraint = 'not_payable';
  end if;
  return new;
end $$;
create trigger a_take_cash before insert on payments for each row
  when (new.method = 'hand') execute function take_cash();

-- What is looked for with every order that ends, every hour, and by every list.
create index payments_cash_waits on payments (order_id) where status = 'open' and method = 'hand';
