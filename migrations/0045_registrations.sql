-- A customer's registration (specification 2.12, 5.9): how the loft wants to be paid, which version of its contract was
-- accepted with an order, and what was sent, so that the same form sent twice is one order.

alter table seasons add payment_text text check (length(payment_text) between 1 and 4000);

alter table orders add contract_id bigint, add foreign key (loft_id, contract_id) references contracts (loft_id, id);

create table order_requests (
  user_id     bigint not null references users (id),
  key         uuid not null,
  loft_id     bigint not null,
  order_id    bigint not null,
  -- Of what was sent with the key.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  constraint "request_reused" primary key (user_id, key),
  foreign key (loft_id, order_id) references orders (loft_id, id)
);
create trigger append_only before update or delete on order_requests for each row execute function refuse_change();
create trigger append_only_all before truncate on order_requests execute function refuse_change();
