/**
 * Every column that refers to an account, and what becomes of its rows when the account is merged into another. A test
 * compares the list with the keys of the database, so that no new table is forgotten.
 */

/** A table whose rows go to the other account. */
interface Moving {
  /**
   * Columns that say the same thing twice where both accounts have it: that of the closed one is removed. None: an account
   * has one row.
   */
  same?: readonly string[];
  /** Which rows can be the same, in SQL over the column names; all by default. */
  where?: string;
}

/** What the person has: it goes to the other account. */
export const moving: Readonly<Record<string, Moving>> = {
  'teams.user_id': {},
  'orders.user_id': {},
  'pigeon_rights.user_id': {},
  'team_claims.user_id': { same: ['loft_id', 'team_id'], where: `state = 'open'` },
  'favorites.user_id': { same: ['loft_id', 'team_id', 'pigeon_id', 'flight_id'] },
  'unmarked_birds.user_id': { same: ['pigeon_id'] },
  'passport_parts.user_id': { same: ['loft_id', 'pigeon_id', 'part'] },
  'registration_drafts.user_id': { same: ['loft_id', 'season_id'] },
  'notification_settings.user_id': { same: [] },
  'notification_choices.user_id': { same: ['event', 'channel'] },
  'api_keys.user_id': {},
  'webhooks.user_id': {},
};

/** Columns whose rows stay as they are, with the reason. */
export const staying: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'is a journal: whose it is by now, `accountNow` says': 'prize_postings.user_id prize_payouts.user_id',
    'is a right of work: who works for a loft is not merged, and an ended one stays a record':
      'loft_permissions.user_id',
    'says who did it, and did it with that account':
      'audit_log.user_id audit_log.about_user_id order_history.user_id payment_history.user_id refund_history.user_id pigeon_history.user_id transport_history.user_id listing_history.user_id flight_history.user_id season_history.user_id flight_decisions.user_id loft_subscription_changes.user_id bird_changes.user_id payments.user_id security_log.user_id contract_acceptances.user_id contracts.created_by contracts.published_by rulebooks.user_id declarations.user_id given_up_readings.user_id release_reports.user_id release_observations.user_id result_signatures.user_id rulings.user_id ruling_decisions.user_id basketing_desks.user_id basketing_events.user_id roll_calls.user_id bird_photos.user_id bird_photos.ended_by release_pictures.user_id release_pictures.removed_by files.user_id pigeons.entered_by pigeon_chips.user_id extra_places.user_id pigeon_rights.given_by team_claims.decided_by rankings.published_by championships.published_by prize_payouts.entered_by prize_payout_answers.user_id published_money.user_id season_messages.written_by fancier_messages.written_by loft_notes.user_id loft_types.user_id loft_subscriptions.user_id invitations.invited_by invitations.accepted_by cash_hand_overs.user_id job_items.put_aside_by contact_messages.user_id order_requests.user_id user_sessions.sees_user_id',
    'is a dispute or an offer: an open one is decided before, a decided one is a record':
      'disputes.user_id dispute_answers.user_id sale_offers.user_id',
    'is agreed with the payment provider by that account: the other one agrees on its own': 'payout_accounts.user_id',
    'is the work of an agent, who is not merged': 'collections.agent_id agent_routes.user_id',
    'ends with the account': 'user_sessions.user_id notifications.user_id',
    'says of an account that it was merged':
      'users.merged_into account_merges.into_user_id account_merges.from_user_id',
  }).flatMap(([why, columns]) => columns.split(' ').map((column) => [column, why])),
);
