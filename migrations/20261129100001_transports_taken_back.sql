-- An agent can take back that nothing was handed over; a customer whose agent does not come says that the pigeons travel
-- without one. The steps are those of src/domain/transports/transport.ts.
insert into status_edges (machine, from_status, event, to_status) values
  ('transport', 'rejected', 'reopen', 'confirmed'),
  ('transport', 'rejected', 'cancel', 'cancelled');

alter table transports
  -- The number that the agent reaches the customer at.
  add column phone text check (length(phone) between 1 and 32),
  -- All pigeons handed over, where some of them were not entered then, and when.
  add column handed_over int check (handed_over between 1 and 10000),
  add column handed_over_at timestamptz(3),
  add constraint handed_over_at_a_time check ((handed_over is null) = (handed_over_at is null));
