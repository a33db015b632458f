-- The order in which an agent visits the customers of a day (6.5); stops that it does not name follow by their hour.
create table agent_routes (
  user_id       bigint not null references users (id),
  day           date not null check (day between '1900-01-01' and '2200-12-31'),
  transport_ids bigint[] not null check (cardinality(transport_ids) <= 1000),
  primary key (user_id, day)
);
