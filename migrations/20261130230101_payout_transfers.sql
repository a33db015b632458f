-- The account at the payment provider to which a person lets prizes be paid. The row is there before the provider is
-- asked: its key makes a repeated request find the same account, so what is asked stays as it was.
create table payout_accounts (
  user_id  bigint primary key references users (id),
  key      text not null unique check (length(key) between 1 and 255),
  country  text,
  account  text unique check (length(account) between 1 and 255),
  is_ready boolean not null default false,
  begun_at timestamptz(3) not null,
  check (account is not null or not is_ready)
);

alter table prize_payouts drop constraint prize_payouts_method_check;
alter table prize_payouts add constraint prize_payouts_method_check check (method in ('transfer', 'hand', 'stripe'));

-- The transfer of a payout at the provider, or its reversal where the payout takes one back: requested, sent while its
-- outcome is not known, paid or failed. A payout by transfer is entered into the journal once it is paid.
create table prize_transfers (
  loft_id      bigint not null,
  payout_id    bigint not null,
  key          text not null unique check (length(key) between 1 and 255),
  account      text not null,
  -- The transfer that is reversed.
  reverses     text,
  status       text not null check (status in ('requested', 'sent', 'paid', 'failed')),
  provider_id  text unique,
  reason       text check (length(reason) between 1 and 1000),
  requested_at timestamptz(3) not null,
  sent_at      timestamptz(3),
  primary key (loft_id, payout_id),
  foreign key (loft_id, payout_id) references prize_payouts (loft_id, id),
  check ((status = 'requested') = (sent_at is null)),
  check ((status = 'paid') = (provider_id is not null)),
  check ((status = 'failed') = (reason is not null))
);
create index prize_transfers_open on prize_transfers (requested_at) where status in ('requested', 'sent');

create function keep_transfer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.loft_id, new.payout_id, new.key, new.account, new.reverses, new.requested_at)
      is distinct from (old.loft_id, old.payout_id, old.key, old.account, old.reverses, old.requested_at)
    or not ((old.status = 'requested' and new.status = 'sent') or (old.status = 'sent' and new.status in ('paid', 'failed'))) then
    raise exception 'transfer of payout % goes from % to its end once', old.payout_id, old.status
      using errcode = 'restrict_violation', constraint = 'transfer_steps';
  end if;
  return new;
end $$;
create trigger steps before update or delete on prize_transfers for each row execute function keep_transfer();
create trigger append_only_all before truncate on prize_transfers execute function refuse_change();

alter table provider_events drop constraint provider_events_subject_check;
alter table provider_events add constraint provider_events_subject_check
  check (subject in ('session', 'refund', 'account', 'transfer'));
