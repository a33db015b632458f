/** The trail of a page (2.25): a step for each segment of its path, ids by the names that the page knows. */
import type { ParseKeys } from 'i18next';
import type { Name } from '#domain/accounts/contract.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { nameOf } from '#web/lib/person-name.ts';

export interface Step {
  name: string;
  /** Whether it is the name of an id, which may be long. */
  is_id?: boolean;
  /** Null where the path up to this segment has no page, and for the page itself. */
  to: string | null;
}

/** What the loaders of a page know of the ids in its path. */
export interface Known {
  loft?: { name: string };
  season?: { name: string } | null;
  flight?: { name: string };
  team?: { team: string } | null;
  pigeon?: { ring: string; team?: string | null };
  bird?: { ring: string };
  order?: { number?: string; label?: string };
  transport?: { order: { number: string } };
  collection?: { place: string };
  news?: { title: string } | null;
  product?: { name: string } | null;
  ranking?: { name: string } | null;
  championship?: { name: string } | null;
  device?: { name: string };
  known?: { fancier: { name: string } } | null;
  person?: Omit<Name, 'user_id'>;
  ruling?: { n: number };
  webhook?: { url: string };
}

/**
 * The steps from the home page to the page of a path; only the home page for `/`.
 *
 * @param params the parameters of the route, in the order of its path
 * @param known the data of the page's loaders; an id without a name there is shown as a number
 */
export function trailOf(
  pathname: string,
  params: Readonly<Record<string, string | undefined>>,
  known: Known,
  t: Words,
): Step[] {
  const trail: Step[] = [{ name: t('nav.home'), to: '/' }];
  const ids = Object.entries(params);
  let pattern = '';
  let path = '';
  for (const segment of pathname.split('/').filter(Boolean)) {
    const id = ids[0]?.[1] === segment ? ids.shift() : undefined;
    pattern += id ? '/:' : `/${segment}`;
    path += `/${segment}`;
    const word = wordOf(pattern);
    const name = id ? (idNames[id[0]]?.(known, t) ?? `#${segment}`) : word ? t(word) : segment;
    trail.push({ name, to: withoutPage.has(pattern) ? null : path, ...(id && { is_id: true }) });
  }
  trail.at(-1)!.to = null;
  return trail;
}

const orderName = (number: string | undefined, t: Words) => number && t('orders.order', { number });

const idNames: Record<string, (known: Known, t: Words) => string | null | undefined> = {
  loft_id: ({ loft }) => loft?.name,
  season_id: ({ season }) => season?.name,
  flight_id: ({ flight }) => flight?.name,
  team_id: ({ team, pigeon }) => team?.team ?? pigeon?.team,
  pigeon_id: ({ bird, pigeon }) => (bird ?? pigeon)?.ring,
  order_id: ({ order }, t) => orderName(order?.number ?? order?.label, t),
  transport_id: ({ transport }, t) => orderName(transport?.order.number, t),
  collection_id: ({ collection }) => collection?.place,
  news_id: ({ news }) => news?.title,
  product_id: ({ product }) => product?.name,
  championship_id: ({ championship }) => championship?.name,
  ranking_id: ({ ranking }) => ranking?.name,
  device_id: ({ device }) => device?.name,
  fancier_id: ({ known }) => known?.fancier.name,
  n: (known, t) => known.ruling && t('ruling.number', { n: known.ruling.n }),
  webhook_id: ({ webhook }) => webhook?.url,
  user_id: ({ person }, t) => person && (nameOf(person) ?? t('rights.unnamed')),
};

/** The beginnings of paths that are no page themselves. A test compares them with the routes. */
export const withoutPage: ReadonlySet<string> = new Set([
  '/account',
  '/admin',
  '/id',
  '/login',
  '/lofts/:/flights',
  '/lofts/:/flights/:/basketing',
  '/lofts/:/flights/:/places',
  '/lofts/:/flights/:/result',
  '/lofts/:/seasons',
  '/lofts/:/teams/:/pigeons',
  '/lofts/:/teams/pigeons',
  '/misc',
  '/people',
  '/people/:',
  '/software',
  '/transports/manifest',
]);

/** The word of each segment; where it means something else, the path is named before it. */
export const words: Readonly<Record<string, ParseKeys>> = {
  about: 'about.title',
  'access-protection': 'gate.title',
  account: 'identity.account',
  aces: 'aces.title',
  activations: 'admin.activations',
  address: 'admin.address',
  admin: 'nav.admin',
  agents: 'admin.agents',
  cash: 'agent_cash.title',
  championships: 'championships.title',
  claim: 'claims.ask',
  claims: 'admin.claims',
  '/account/claims': 'claims.own',
  compare: 'aces.head_to_head',
  owed: 'agent_cash.own',
  'payout-account': 'prizes.account',
  audit: 'audit.title',
  basketing: 'basketing_desk.title',
  '/lofts/:/flights/:/basketing': 'flight.basketing',
  '/lofts/:/flights/:/map': 'map.title',
  '/lofts/:/flights/:/story': 'story.title',
  '/lofts/:/flights/:/replay': 'race_replay.title',
  brand: 'admin.brand',
  certificates: 'certificate.titles',
  career: 'career.title',
  contact: 'nav.contact',
  contract: 'contracts.one',
  contracts: 'admin.contracts',
  control: 'control.title',
  '/admin/championships/create': 'championships.new',
  '/admin/lofts/create': 'loft_admin.new',
  '/admin/lofts/:/devices/create': 'devices.new',
  '/admin/lofts/:/fanciers/create': 'fanciers.add',
  '/admin/lofts/:/news/create': 'news.create',
  '/admin/seasons/create': 'setup.new',
  '/admin/seasons/:/flights/create': 'flights.plan',
  '/admin/seasons/:/flights/:/rulings/create': 'ruling.new',
  '/admin/seasons/:/news/create': 'news.create',
  '/admin/seasons/:/products/create': 'product.new',
  '/admin/seasons/:/rankings/create': 'ranking_admin.new',
  '/admin/seasons/:/sale/create': 'sale.add',
  '/admin/seasons/:/teams/create': 'people.new_team',
  customers: 'admin.customers',
  developers: 'developers.title',
  devices: 'admin.devices',
  disputes: 'dispute.title',
  done: 'nav.log_in',
  'due-dates': 'admin.due_dates',
  fanciers: 'admin.fanciers',
  favorites: 'nav.favorites',
  flights: 'admin.flights',
  flock: 'flock.title',
  'forgot-password': 'identity.forgot',
  healthcheck: 'health.title',
  keys: 'developers.keys',
  webhooks: 'developers.webhooks',
  help: 'nav.help',
  id: 'nav.account',
  import: 'entries.import',
  intake: 'entries.intake',
  invitation: 'invitation.title',
  left: 'nav.log_out',
  lofts: 'lofts.title',
  login: 'nav.log_in',
  lost: 'admin.lost',
  manifest: 'transports.manifest',
  merge: 'merge.title',
  confirm: 'merge.confirm',
  merged: 'merge.done',
  media: 'admin.media',
  messages: 'admin.messages',
  mine: 'mine.title',
  misc: 'nav.misc',
  named: 'flock.named',
  news: 'admin.news',
  notes: 'admin.notes',
  notifications: 'notifications.title',
  offers: 'transports.offers',
  offline: 'error.away',
  'og-tags': 'share.title',
  orders: 'admin.orders',
  outbox: 'identity.outbox',
  overview: 'nav.overview',
  paid: 'orders.paid',
  pay: 'orders.step_pay',
  payments: 'admin.payments',
  payouts: 'admin.payouts',
  people: 'rights.people',
  permissions: 'admin.permissions',
  pigeons: 'admin.pigeons',
  present: 'present.title',
  '/registrations/:/pigeons': 'entries.title',
  places: 'place.place',
  privacy: 'nav.privacy',
  prizes: 'rulebook.prizes',
  products: 'admin.products',
  rankings: 'admin.rankings',
  remote: 'present.remote',
  '/id/register': 'identity.register',
  register: 'home.register_pigeons',
  registrations: 'nav.registrations',
  release: 'release.title',
  'reset-password': 'identity.reset',
  result: 'sheet.result',
  route: 'transports.route',
  rulebook: 'admin.rulebook',
  rulings: 'ruling.title',
  sale: 'admin.sale',
  search: 'search.label',
  seasons: 'admin.all_seasons',
  'second-factor': 'identity.second_step',
  'security-log': 'security.of_account',
  settings: 'nav.settings',
  sheet: 'sheet.print',
  shipments: 'register.transport',
  'sign-in': 'nav.log_in',
  software: 'nav.software',
  staff: 'admin.staff',
  statement: 'admin.statement',
  stop: 'notifications.stop',
  subscriptions: 'admin.packages',
  teams: 'admin.teams',
  terms: 'nav.terms',
  transports: 'admin.transports',
  '/transports': 'nav.transports',
  users: 'admin.users',
  'verify-email': 'identity.verify',
  visibility: 'admin.visibility',
  watch: 'watch.title',
  why: 'place.why',
  work: 'nav.admin_work',
};

/** The word of the last segment of a pattern. */
export const wordOf = (pattern: string): ParseKeys | undefined =>
  words[pattern] ?? words[pattern.slice(pattern.lastIndexOf('/') + 1)];
