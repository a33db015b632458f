-- Items of jobs that are being worked on, or have failed (decision 37). One that is done leaves no row. There are no keys
-- to orders and flights: to write such a row would wait for whoever holds the order.
create table job_items (
  queue           text not null check (length(queue) between 1 and 50),
  item            text not null check (length(item) between 1 and 255),
  -- What it is about, where that is known.
  loft_id         bigint,
  order_id        bigint,
  flight_id       bigint,
  -- Failures of the item itself; the try that is under way counts, so that one which ends the process counts too.
  attempts        int not null check (attempts >= 0),
  error           text check (length(error) <= 2000),
  first_at        timestamptz(3) not null,
  last_at         timestamptz(3) not null,
  -- Until then nobody takes it: it is being worked on, or has failed.
  next_try_at     timestamptz(3) not null,
  stuck_at        timestamptz(3),
  put_aside_at    timestamptz(3),
  put_aside_by    bigint references users (id),
  put_aside_reason text check (length(put_aside_reason) between 1 and 1000),
  primary key (queue, item),
  check ((put_aside_at is null) = (put_aside_reason is null)),
  check ((put_aside_at is null) = (put_aside_by is null))
);
