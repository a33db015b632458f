/**
 * The grants of the serving role. It owns nothing: it reads, appends, and changes only the columns named here. With one
 * role for everything the triggers alone protect the data.
 */
import pg from 'pg';

const granted = [
  'usage on schema public',
  'select on all tables in schema public',
  `insert on lofts, seasons, season_history, orders, order_positions, registrations, order_history, payments, payment_birds, payment_history, refunds, refund_history, provider_events,
    journal_entries, postings, payment_settings, rulebooks, products, due_dates, teams, birds, bird_changes, pigeons, pigeon_history, pigeon_chips, entries, activations, devices, flights, flight_history, flight_decisions, release_reports, release_observations, sealed_lists, result_signatures, official_results, rulings, ruling_decisions, ruling_files, disputes, dispute_answers, dispute_files, baskets,
    ledgers, user_sessions, loft_permissions, audit_log, contact_messages, favorites, readings, declarations, reading_conflicts, given_up_readings, device_boots, alarms, flight_streams, arrivals, standings, frozen_rankings, unranked_readings,
    loft_tags, loft_types, loft_subscriptions, loft_subscription_changes, loft_notes, fanciers, fancier_teams, fancier_messages, season_messages,
    notification_settings, notification_choices, push_subscriptions, notifications, notification_attempts`,
  // Only an admin grants or revokes admin rights: change_standing writes the flag and its log entry.
  `insert (issuer, subject, email, first_name, last_name, identity_number, city, street, zipcode, country, image, language, phone),
    update (email, first_name, last_name, identity_number, city, street, zipcode, country, image, language, phone, signed_out_at,
      has_second_factor, merged_into, merged_at)
    on users`,
  'insert, update (merged_at), delete on account_merges',
  // Triggers allow the account into which the former one was merged.
  'update (user_id) on orders, pigeon_rights, favorites, unmarked_birds, passport_parts, registration_drafts, api_keys, webhooks',
  'execute on function change_standing(bigint, bigint, boolean, text[])',
  'insert (began_at) on demo',
  `update (token_hash, refresh_hash, access_token, refresh_token, id_token, renew_at, expires_at, ended_at,
    provider_session, last_used_at, sees_user_id, sees_until)
    on user_sessions`,
  // A trigger allows the removal of old rows only.
  'insert, delete on security_log',
  'update (is_merchant, is_agent, is_staff, has_seasons, is_active), delete on loft_permissions',
  `update (name, year, currency, hidden, description, payment_text, receipt_text, bank_holder, bank_iban, bank_bic, bank_name, max_pigeons, max_active_pigeons, max_reserve_pigeons, places_at_once, version)
    on seasons`,
  `update (name, unit, time_zone, country, latitude, longitude, currency, email, phone, website, street, zipcode, city,
    settings_version, address_version, second_factor, shares_setup, hides_first_steps, logo_file_id, logo, accent,
    data_licence) on lofts`,
  'update (name, email, phone, street, zipcode, city, country, note, version), delete on fanciers',
  'update (fancier_id) on fancier_teams',
  'delete on loft_tags',
  'update (text, is_pinned) on loft_notes',
  'insert, update (greeting, name, office, version) on certificate_texts',
  'update (months, starts_at, ended_on, taken_back, version) on loft_subscriptions',
  `update (product_category_id, name, description, amount_cents, pigeons_active, pigeons_reserve, max_quantity,
    starts_at, ends_at, version), delete on products`,
  'update (due_date_category_id, name, description, starts_at, ends_at, max_duration, version), delete on due_dates',
  'insert on order_requests, collections, transports, transport_history',
  'update (withdrawn_at) on collections',
  'update (phone, handed_over, handed_over_at) on transports',
  'insert, update (transport_ids) on agent_routes',
  'update (taken_active_pigeons, taken_reserve_pigeons, activated_reserve_pigeons, outside_order_pigeons) on seasons',
  'update (sold) on products',
  'update (ended_at) on activations',
  'insert, update (choice, kept_at), delete on registration_drafts',
  'update (pay_until, team_id, team_was, team_country_was) on orders',
  'insert, update (orders, amount_cents), delete on order_sums',
  'insert on cash_hand_overs',
  'insert, delete on ranking_winners',
  'insert, update (user_id, state, reason, decided_by, decided_at), delete on team_claims',
  'insert on prize_funds, prize_payouts, prize_payout_answers, prize_payout_parts, prize_transfers, payout_accounts, prize_entries, prize_postings, published_money',
  'update (session, url, intent) on payments',
  'update (key, method, reason, file_id, sent_at, provider_id) on refunds',
  'update (done_at) on provider_events',
  'update (status, provider_id, reason, sent_at) on prize_transfers',
  'update (account, is_ready) on payout_accounts',
  `insert, update (loft_id, order_id, attempts, error, last_at, next_try_at, stuck_at, put_aside_at, put_aside_by,
    put_aside_reason), delete on job_items`,
  'insert, update (name, names, rule, prizes, published_at, published_by, withdrawn_at, withdrawn_reason, version), delete on rankings',
  `insert, update (name, names, year, is_world_list, rule, published_at, published_by, withdrawn_at, withdrawn_reason,
    version), delete on championships`,
  'insert, delete on championship_seasons',
  'insert on championship_versions',
  'insert, update (source) on championship_sources',
  'insert, delete on named_birds',
  'update (agent_limit_cents) on payment_settings',
  'update (name, fancier, country, user_id), delete on teams',
  'update (ring, ring_key, bird_id, name, color, eye_color, sex, hatch_year, breeder, sire, dam, team_id, pedigree_file_id), delete on pigeons',
  'update (during, reason, user_id) on pigeon_chips',
  'insert, update (hash, file_id, ended_at, ended_by, ended) on bird_photos',
  'insert, update (file_id, removed_at, removed_by) on release_pictures',
  'update (order_id, place) on entries',
  'insert, delete on extra_places',
  'insert on pigeon_rights, listings, listing_history, sale_offers, sale_orders',
  'update (until_day) on pigeon_rights',
  'update (price_cents) on listings',
  `update (name, revoked_at, clock_id, position, maker, serial, note, key_hash, key_issued_at, old_key_hash,
    old_key_until, online_from, online_to, silent_after_s, sample_s) on devices`,
  'insert on device_contacts, device_silences, device_telemetry, device_minutes',
  'update (last_at, clock_offset_ms) on device_contacts',
  'update (ended_at) on device_silences',
  'delete on device_telemetry',
  `update (readings, battery_sum, battery_n, temperature_sum, temperature_n, signal_sum, signal_n, offset_sum, offset_n,
    offset_at, offset_from, offset_to), delete on device_minutes`,
  `update (name, kind, release_point, release_latitude, release_longitude, release_time, distance_m, distance_source,
    estimated_average_speed, rules, rulebook_version, closed_intervals, day_starts, closes_at, basketed_count,
    release_point_id, distance_note, is_draft, notifies_followers, entry, basketing_at, sealed_at, list_fingerprint,
    list_changed_at, planned_release_time, official_head, version), delete on flights`,
  'insert, delete on flight_clocks',
  'insert, update (name, latitude, longitude, measured, measured_on, version, removed_at) on release_points',
  'update (head, hash) on ledgers',
  'update (received, first_at, last_at) on device_boots',
  'insert, delete on currency_rates',
  'insert, delete on forecasts',
  'insert, delete on flight_forecasts',
  'update (settled_at) on alarms',
  'update (epoch, head, home_count) on flight_streams',
  'update (reason, pigeon_id), delete on unranked_readings',
  // A trigger keeps those of an official flight.
  'delete on standings',
  'update (desk, crate, crate_number, disqualified_by, exchanged_by, exchanged_with, released_at), delete on baskets',
  'insert on basketing_desks, crate_blocks, basketing_events, roll_calls',
  'update (device, received, seen_at) on basketing_desks',
  'update (desk, reserved_for) on crate_blocks',
  'insert, update (list, reason, later), delete on basketing_birds',
  'update (user_id, language, quiet_from, quiet_to, time_zone), delete on notification_settings',
  'update (user_id, wanted), delete on notification_choices',
  'update (session_id, p256dh, auth), delete on push_subscriptions',
  'insert, delete, update (sendings, sent_at, expires_at, accepted_at, accepted_by, withdrawn_at) on invitations',
  'insert, delete, update (letters) on invitation_letters',
  'update (status) on notifications',
  'insert, update (after_user), delete on race_events',
  // Old rows are removed (ages.ts); triggers refuse the removal of young rows that must not be lost.
  'delete on notifications, provider_events, order_requests, user_sessions, contact_messages',
  'delete on favorites',
  'insert, delete on unmarked_birds, passport_parts',
  'insert, update (last_used_on), delete on api_keys',
  'insert, delete on webhooks',
  'insert, update (status, attempts, last_status, last_failure, last_at), delete on webhook_deliveries',
  'insert, update (epoch, number) on webhook_cursors',
  'insert on news, news_texts, news_pictures',
  'update (is_draft, published_at, version, removed_at) on news',
  'update (title, lead, body), delete on news_texts',
  'delete on news_pictures',
  // `select … for update` needs the UPDATE privilege on at least one column.
  'insert, update (name, sha256), delete on files',
  'insert, update (place), delete on media',
  'insert, update (text), delete on media_captions',
  `insert, update (language, title, text, file_id, valid_from, version, published_at, published_by), delete
    on contracts`,
  'insert on contract_acceptances',
  // The library of the identity provider writes its own tables.
  'usage on schema idp',
  'select, insert, update, delete on all tables in schema idp',
  'usage on all sequences in schema idp',
];

/** The role of an address, as the database names it. */
export async function roleOf(url: string): Promise<string> {
  return ask(url, 'select current_user as role', (rows) => String(rows[0]!.role));
}

/**
 * Grants the serving role its rights and revokes all others, over a connection of the owner; at every start, because
 * the role or its rights may have changed. In one transaction: a serving process keeps the rights that stay.
 */
export async function grantServing(owner: pg.Client, serving: string): Promise<void> {
  const { rows } = await owner.query('select current_user as role');
  if (rows[0].role === serving) return;
  const role = owner.escapeIdentifier(serving);
  const statements = [
    'revoke all on schema public from public',
    ...['public', 'idp'].flatMap((schema) => [
      // Revoking the rights on a table revokes those on its columns.
      `revoke all on all tables in schema ${schema} from ${role}`,
      `revoke all on all sequences in schema ${schema} from ${role}`,
      `revoke all on schema ${schema} from ${role}`,
    ]),
    ...granted.map((right) => `grant ${right} to ${role}`),
  ];
  await owner.query(`begin; ${statements.join('; ')}; commit`);
}

/** Checks that an address leads to the tables and may read them. @throws Error in one sentence when it does not. */
export async function checkServing(url: string): Promise<void> {
  const readable = `select coalesce(has_table_privilege(to_regclass('lofts'), 'select'), false) as yes, current_user as role`;
  const { yes, role } = await ask(url, readable, (rows) => rows[0] as { yes: boolean; role: string });
  if (!yes)
    throw new Error(`the role "${role}" may not read the tables. Do both addresses name one database, and its owner?`);
}

async function ask<Answer>(
  url: string,
  text: string,
  answer: (rows: Record<string, unknown>[]) => Answer,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    return answer((await client.query(text)).rows);
  } finally {
    await client.end().catch(() => {});
  }
}
