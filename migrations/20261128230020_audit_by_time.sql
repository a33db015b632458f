-- The activity log of the site and of a loft reads the latest rows of every record: its first page needs them in the
-- order of time. Only the records that grow with use have an index for it; those of flights and seasons stay small.
-- Each of the three kinds of audit_log has its own, so that a rare kind is not looked for among all others.
create index audit_log_permissions on audit_log (at)
  where action like 'permission.%' or action like 'standing.%' or action like 'person.%';
create index audit_log_jobs on audit_log (at) where action like 'job.%';
create index audit_log_settings on audit_log (at)
  where not (action like 'permission.%' or action like 'standing.%' or action like 'person.%')
    and action not like 'job.%';
create index audit_log_by_time on audit_log (loft_id, at);
create index order_history_at on order_history (at);
create index order_history_by_time on order_history (loft_id, at);
create index payment_history_at on payment_history (at);
create index payment_history_by_time on payment_history (loft_id, at);
create index transport_history_at on transport_history (at);
create index transport_history_by_time on transport_history (loft_id, at);
create index pigeon_history_at on pigeon_history (at);
create index pigeon_history_by_time on pigeon_history (loft_id, at);
create index declarations_at on declarations (declared_at);
create index declarations_by_time on declarations (loft_id, declared_at);
