-- What ages is removed when it is old (server/ages.ts), and not before: the outbox, what the cards' provider told, and the
-- keys of requests were never removed until now, and are walled against losing anything young.

create function keep_young() returns trigger language plpgsql as $$
begin
  if coalesce((to_jsonb(old) ->> tg_argv[0])::timestamptz, now()) > now() - tg_argv[1]::interval then
    raise exception '% keeps its rows for %', tg_table_name, tg_argv[1] using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create trigger kept_for_a_while before delete on notifications for each row execute function keep_young('created_at', '90 days');
create trigger kept_until_settled before delete on notifications for each row
  when (old.status = 'pending') execute function refuse_change();
create index notifications_by_age on notifications (created_at);

-- Attempts go with their notification.
create function keep_attempts() returns trigger language plpgsql as $$
begin
  if exists (select from notifications where id = old.notification_id) then
    raise exception 'notification_attempts is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
drop trigger append_only on notification_attempts;
create trigger append_only before update on notification_attempts for each row execute function refuse_change();
create trigger go_with_notification before delete on notification_attempts for each row execute function keep_attempts();
alter table notification_attempts drop constraint notification_attempts_notification_id_fkey;
alter table notification_attempts add foreign key (notification_id) references notifications (id) on delete cascade;

create trigger kept_for_a_while before delete on provider_events for each row execute function keep_young('done_at', '90 days');
create index provider_events_by_age on provider_events (done_at) where done_at is not null;

alter table order_requests add column at timestamptz(3) not null default now();
drop trigger append_only on order_requests;
create trigger append_only before update on order_requests for each row execute function refuse_change();
create trigger kept_for_a_while before delete on order_requests for each row execute function keep_young('at', '90 days');
create index order_requests_by_age on order_requests (at);

-- A browser that shows notifications goes with its session.
alter table push_subscriptions drop constraint push_subscriptions_session_id_fkey;
alter table push_subscriptions add foreign key (session_id) references user_sessions (id) on delete cascade;
