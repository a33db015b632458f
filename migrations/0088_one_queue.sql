-- Letters wait in the queue of all jobs, under the name of their channel: when they are due, how often they were tried and
-- whose they are for a while stands there, and what was told to whom, and how it ended, with the notification.
insert into job_items (queue, item, attempts, first_at, last_at, next_try_at)
  select channel, id::text, attempts, created_at, now(), due_at from notifications where status = 'pending';
drop index notifications_due;
alter table notifications drop column attempts, drop column due_at;
create index job_items_due on job_items (queue, next_try_at);
-- However many letters wait, the figures ask for what is stuck by this.
create index job_items_stuck on job_items (queue) where stuck_at is not null;
