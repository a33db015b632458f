/**
 * Retention periods: which rows are kept, for how long, and why. One job removes older rows (retention.ts); a test
 * finds every table with a timestamp that is neither in `ages` nor in `stays`. docs/operating.md says the same.
 */

export interface Age {
  table: string;
  /** The start of a row's retention period, in SQL. */
  since: string;
  /** The retention period, in days. */
  days: number;
  /** The rows that the period applies to, in SQL; all rows by default. */
  where?: string;
  why: string;
}

/** A season and the winter after it; also the longest lifetime of a cookie in a browser. */
const season_days = 400;
/** As long as a person can be expected to ask about an event. */
const asked_days = 90;
/** Removed as soon as it has expired. */
const over = 0;

export const ages: readonly Age[] = [
  {
    table: 'notifications',
    since: 'created_at',
    days: asked_days,
    where: "status <> 'pending' and event <> 'bird_lost'",
    why: 'names people and what happened to them; is asked for when somebody says that no e-mail came. Its attempts go with it',
  },
  {
    table: 'notifications',
    since: 'created_at',
    days: season_days,
    where: "status <> 'pending' and event = 'bird_lost'",
    why: 'who was told that a bird is lost is told when it is back',
  },
  { table: 'race_events', since: 'at', days: 2, why: 'that a bird came home is no news two days later' },
  {
    table: 'provider_events',
    since: 'done_at',
    days: asked_days,
    why: 'the provider tells nothing again after thirty days; payments and journal keep what came of it',
  },
  {
    table: 'user_sessions',
    since: 'ended_at',
    days: asked_days,
    why: 'networks and browsers of people; the security log keeps them for as long',
  },
  {
    table: 'user_sessions',
    since: 'expires_at',
    days: asked_days,
    where: 'not exists (select from push_subscriptions p where p.session_id = user_sessions.id)',
    why: 'the same; a browser that shows notifications goes on until its person signs out',
  },
  {
    table: 'webhook_deliveries',
    since: 'at',
    days: 30,
    where: "status <> 'pending'",
    why: 'a receiver that missed something asks for it within days; the open data has it for ever',
  },
  { table: 'order_requests', since: 'at', days: asked_days, why: 'a form that is sent again comes within days' },
  {
    table: 'registration_drafts',
    since: 'kept_at',
    days: season_days,
    why: 'a registration that was begun is gone on with in its season, or not at all',
  },
  { table: 'contact_messages', since: 'at', days: season_days, why: 'names and addresses of those who wrote' },
  {
    table: 'invitations',
    since: 'coalesce(withdrawn_at, expires_at)',
    days: asked_days,
    where: 'accepted_at is null',
    why: 'addresses of people who never came',
  },
  { table: 'invitation_letters', since: 'day', days: 30, why: 'counts the e-mails of a day to an address' },
  {
    table: 'security_log',
    since: 'at',
    days: asked_days,
    why: 'networks and browsers of people; its owner reads it, and the database refuses to remove a younger row',
  },
  {
    table: 'account_merges',
    since: 'asked_at',
    days: asked_days,
    why: 'who asked for which account; that it was merged, the account itself says',
  },
  { table: 'device_telemetry', since: 'received_at', days: 14, why: 'as told; by the minute it is kept longer' },
  { table: 'device_minutes', since: 'minute', days: season_days, why: 'one season is compared with the next' },
  { table: 'forecasts', since: 'asked_at', days: 2, why: 'what was foretold at a release is kept with its flight' },
  { table: 'idp.attempts', since: 'until', days: over, why: 'a limit counts within its window' },
  { table: 'idp.outbox', since: 'at', days: 1, why: 'e-mails of a site that sends none, with their links' },
  {
    table: 'idp.registrations',
    since: "coalesce(until, at + interval '1 day')",
    days: over,
    why: 'an address that nobody confirmed within a day may be a stranger’s',
  },
  {
    table: 'idp.password_resets',
    since: "coalesce(until, at + interval '1 day')",
    days: over,
    why: 'a link that no longer holds',
  },
  { table: 'idp.known_browsers', since: 'seen_at', days: season_days, why: 'no browser keeps the cookie for longer' },
  { table: 'idp."session"', since: '"expiresAt"', days: 1, why: 'networks and browsers of people' },
  { table: 'idp."verification"', since: '"expiresAt"', days: 1, why: 'codes and challenges that no longer hold' },
  { table: 'idp."oauthAccessToken"', since: '"expiresAt"', days: 1, why: 'opens nothing any more' },
  { table: 'idp."oauthRefreshToken"', since: '"expiresAt"', days: 30, why: 'one that is used again ends its family' },
  { table: 'idp."oauthClientAssertion"', since: '"expiresAt"', days: 1, why: 'is good once, until then' },
];

/** Tables with a timestamp whose rows are never removed by age, with the reason. */
export const stays: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'is the ledger, or settled from it':
      'readings declarations reading_conflicts given_up_readings device_boots alarms arrivals standings frozen_rankings championship_versions flights baskets basketing_desks basketing_events roll_calls release_reports release_observations sealed_lists result_signatures official_results rulings ruling_decisions disputes dispute_answers',
    'is a history':
      'audit_log season_history flight_history flight_decisions order_history payment_history refund_history pigeon_history bird_changes bird_photos release_pictures flight_forecasts transport_history listing_history loft_subscription_changes rulebooks season_messages',
    'is money, or what money was paid for':
      'orders payments cash_hand_overs refunds journal_entries prize_funds prize_payouts prize_payout_answers prize_transfers payout_accounts prize_entries published_money activations pigeon_rights listings sale_offers transports collections extra_places',
    'stands until its loft or person removes it':
      'team_claims lofts loft_types loft_subscriptions loft_notes loft_permissions due_dates products rankings championships release_points pigeons devices files news contracts contract_acceptances fancier_messages favorites passport_parts push_subscriptions api_keys webhooks users',
    'says how the clocks were during the races': 'device_contacts device_silences',
    'goes when its work is done': 'job_items',
    'is replaced by those of the next day': 'currency_rates',
    'is counted from orders': 'order_sums',
    'is an order of requests, which stay': 'agent_routes',
    'goes with its notification': 'notification_attempts',
    'says what was done with the whole database': 'backups demo migrations',
    'is an account, or what signs for all':
      'idp.user idp.account idp.pictures idp.passkey idp.twoFactor idp.jwks idp.oauthClient idp.oauthResource idp.oauthClientResource idp.oauthConsent',
  }).flatMap(([why, tables]) => tables.split(' ').map((table) => [table, why])),
);
