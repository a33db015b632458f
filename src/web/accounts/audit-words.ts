/** An entry of the audit in words: what was done, to what, and where that thing is. */
import type { ParseKeys } from 'i18next';
import type { AuditEntry, AuditKind } from '#domain/accounts/audit-contract.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { controlPath, disputesPath, loftAdminPath, rulingsPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { securityLogPath } from './paths.ts';

/** The word of each kind, for its filter and its rows. */
export const kindWords = {
  permission: 'admin.permissions',
  security: 'security.of_account',
  settings: 'admin.settings',
  season: 'admin.all_seasons',
  flight: 'admin.flights',
  ruling: 'ruling.title',
  dispute: 'dispute.title',
  declaration: 'audit.declared',
  order: 'admin.orders',
  payment: 'admin.payments',
  transport: 'admin.transports',
  pigeon: 'admin.pigeons',
  sale: 'admin.sale',
  work: 'nav.admin_work',
} as const satisfies Record<AuditKind, ParseKeys>;

/** The things of `audit_log`, by the first part of an action. */
const things: Readonly<Record<string, ParseKeys>> = {
  permission: 'admin.permissions',
  standing: 'everybody.admin',
  season: 'admin.all_seasons',
  media: 'admin.media',
  contract: 'admin.contracts',
  due_date: 'admin.due_dates',
  release_point: 'audit.release_points',
  flight: 'admin.flights',
  product: 'admin.products',
  team: 'admin.teams',
  team_claim: 'admin.claims',
  pigeon: 'admin.pigeons',
  invitation: 'staff.open',
  news: 'admin.news',
  device: 'admin.devices',
  loft: 'loft.loft',
  fancier: 'admin.fanciers',
  payment: 'admin.payments',
  collection: 'transports.where',
  listing: 'admin.sale',
  job: 'nav.admin_work',
};

/** Actions that are more than added, changed or removed. */
const actions: Readonly<Record<string, ParseKeys>> = {
  'standing.give': 'audit.admin_given',
  'standing.take': 'audit.admin_taken',
  'person.see': 'everybody.see',
  'person.see_end': 'audit.see_end',
  'person.merge': 'merge.done',
  'job.retry': 'work.retry',
  'job.put_aside': 'work.put_aside',
  'season.message': 'admin.messages',
  'season.visibility': 'admin.visibility',
  'loft.brand': 'admin.brand',
  'loft.certificate': 'certificate.titles',
  'loft.address': 'admin.address',
  'loft.package': 'admin.packages',
  'loft.subscription': 'admin.packages',
  'loft.second_factor': 'rights.second_factor',
};

const added = ['give', 'create', 'add', 'plan', 'enter', 'import', 'register', 'offer', 'publish', 'send', 'write'];
const removed = ['take', 'remove', 'withdraw', 'revoke', 'right_end'];

/** The states that other pages name under another word. */
const states: Readonly<Record<string, ParseKeys>> = {
  'payment open': 'money.begun',
  'payment succeeded': 'money.paid',
  'payment refunded': 'money.returned',
  'payment refund_owed': 'money.owed',
  'payment refund_sent': 'money.returning',
  'payment refund_paid': 'money.returned',
  'transport transport.pick_up': 'transports.pick_up',
  'transport transport.put_back': 'audit.put_back',
  'transport transport.give_back': 'transports.give_back',
  'flight postponed': 'flights.postponed',
  'flight point_moved': 'flights.point_moved',
  'flight list_changed': 'flights.list_changed',
  'flight release_taken_back': 'flights.release_taken_back',
  'declaration rules': 'admin.rulebook',
  // Whether it waits for a second person is said where it is made.
  'ruling prepared': 'audit.ruling_prepared',
};

const statesOf: Partial<Record<AuditKind, string>> = {
  security: 'security',
  season: 'season',
  flight: 'status',
  ruling: 'ruling',
  dispute: 'dispute',
  order: 'orders',
  payment: 'money',
  transport: 'transports',
  pigeon: 'pigeon_status',
  sale: 'sale',
};

/** What was done. */
export function whatIn(t: Words, { kind, what }: AuditEntry): string {
  const known = states[`${kind} ${what}`] ?? actions[what];
  if (known) return t(known as 'audit.title');
  if (kind === 'declaration') return t(`ruling.kind_${what}` as 'ruling.kind_void');
  if (statesOf[kind]) return t(`${statesOf[kind]}.${what}` as 'audit.title');
  const [thing = '', verb = ''] = what.split('.');
  const word = things[thing];
  if (thing === 'team_claim') return `${t('admin.claims')}: ${t(`claims.${verb}` as 'claims.open')}`;
  const done = t(`audit.${added.includes(verb) ? 'added' : removed.includes(verb) ? 'removed' : 'changed'}`);
  return word ? `${t(word as 'audit.title')}: ${done}` : done;
}

/** What it was done to: an order, a pigeon, a flight, a person; null: the loft or the site as a whole. */
export function thingIn(t: Words, { number, year, label, about }: AuditEntry): string | null {
  if (number !== null) return t('orders.order', { number: orderNumber({ year, number }) });
  return label ?? (about && (nameOf(about) ?? about.email ?? t('rights.unnamed')));
}

/** The page of that thing; null: it has none. */
export function pathIn({ kind, season_id, thing_id, loft, about, by }: AuditEntry): string | null {
  if (season_id !== null && thing_id !== null) {
    const season = seasonAdminPath(season_id);
    if (kind === 'flight' || kind === 'declaration') return controlPath(season_id, thing_id);
    if (kind === 'ruling') return rulingsPath(season_id, thing_id);
    if (kind === 'dispute') return disputesPath(season_id, thing_id);
    if (kind === 'order') return `${season}/orders/${thing_id}`;
    if (kind === 'payment') return `${season}/payments/${thing_id}`;
    if (kind === 'pigeon' || kind === 'sale') return `${season}/pigeons/${thing_id}`;
  }
  if (kind === 'transport') return `/transports/${thing_id}`;
  if (season_id !== null) return seasonAdminPath(season_id);
  if (kind === 'work') return '/admin/work';
  if (kind === 'security') return by && securityLogPath(by.user_id);
  if (kind === 'permission')
    return loft ? `${loftAdminPath(loft.id)}/permissions` : about && securityLogPath(about.user_id);
  return loft && loftAdminPath(loft.id);
}
