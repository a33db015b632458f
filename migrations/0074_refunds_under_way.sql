-- Money on its way back is not back yet, and what was back can come back again (decision 23): a card that is closed gives
-- the money to the provider days later.
insert into status_edges (machine, from_status, event, to_status) values
  ('payment', 'refunded', 'reopen', 'succeeded'),
  ('payment', 'refunded', 'reopen_surplus', 'surplus'),
  ('refund', 'paid', 'fail', 'owed');

-- What the provider calls the refund, once it has said so.
alter table refunds add column provider_id text;
create index refunds_by_provider on refunds (provider_id) where provider_id is not null;

-- What an event is about: a page where a card is shown, or a refund.
alter table provider_events add column subject text check (subject in ('session', 'refund'));
update provider_events set subject = 'session' where about is not null;
alter table provider_events add check ((about is null) = (subject is null));

-- Each try to give a payment back is a fact of its own.
alter table journal_entries
  drop constraint journal_entries_kind_check,
  drop constraint journal_entries_check,
  add column attempt int not null default 1 check (attempt >= 1),
  add constraint journal_entries_kind_check check (kind in
    ('charged', 'discharged', 'received', 'revoked', 'exceeded', 'owed', 'refunded', 'refund_failed')),
  add constraint journal_entries_check
    check ((kind in ('received', 'revoked', 'exceeded', 'refunded', 'refund_failed')) = (payment_id is not null)),
  add constraint journal_entries_attempt_check1 check (attempt = 1 or kind in ('refunded', 'refund_failed'));
drop index journal_once;
create unique index journal_once on journal_entries (loft_id, payment_id, kind, attempt) where payment_id is not null;
