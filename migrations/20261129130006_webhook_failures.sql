-- Why the last try of a delivery got no answer, for whoever keeps the webhook; null where there was an answer.
alter table webhook_deliveries
  add column last_failure text check (last_failure in ('no_name', 'no_connection', 'timeout'));
