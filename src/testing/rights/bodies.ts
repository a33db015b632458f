/** The bodies for the calls of the tables, valid for an identity with the right. */
import type { ChampionshipFields } from '#domain/championships/contract.ts';
import { rankingBy } from '#domain/rankings/ranking-rule.ts';
import { stopToken } from '#server/notifications/stop-token.ts';
import { testConfig } from '../builders.ts';

export const newsBody = {
  is_draft: true,
  publication_date: null,
  publication_time: null,
  texts: { en: { title: 'Basketing begins', lead: '', body: { type: 'doc', content: [] } } },
};
export const device = {
  name: 'Spare clock',
  clock_id: null,
  position: null,
  maker: null,
  serial: null,
  note: null,
  online_from: null,
  online_to: null,
  silent_after_s: 300,
  sample_s: 60,
};
export const place = { name: 'Toledo', latitude: '39.86', longitude: '-4.02', measured: 'map', measured_on: '' };
/** Two flights of a season never have the same name. */
export const plannedFlight = () => ({
  name: crypto.randomUUID(),
  kind: 'training',
  entry: 'racing',
  release_date: '2037-06-06',
  release_time: '07:15',
  basketing_date: '',
  basketing_time: '',
  release_point_id: null,
  distance: '',
  distance_note: '',
  estimated_average_speed: null,
  notifies_followers: false,
  is_draft: true,
});
export const plannedSeries = () => ({
  name: crypto.randomUUID(),
  kind: 'training',
  entry: 'racing',
  first_day: '2037-06-06',
  release_time: '07:15',
  days_between: 7,
  release_point_ids: [null],
  estimated_average_speed: null,
  notifies_followers: false,
  is_draft: true,
});
export const somebody = {
  name: 'Zita',
  email: '',
  phone: '',
  street: '',
  zipcode: '',
  city: '',
  country: '',
  note: '',
};
export const beginning = () => ({
  name: crypto.randomUUID(),
  unit: 'km',
  time_zone: 'Europe/Brussels',
  currency: 'EUR',
});
export const link = stopToken(testConfig.auth_secret!, { user_id: 1, event: 'results', channel: 'mail' });
export const browser = { endpoint: 'https://push.example.org/1', p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
export const channelChoice = { mail: true, push: true, sms: false };
export const draftContract = {
  language: 'en',
  title: 'Terms',
  text: 'The birds fly.',
  file_id: null,
  valid_from: '2026-01-01',
};
/** The smallest valid picture. */
export const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
export const entry = { is_merchant: false, is_agent: true, is_staff: false, has_seasons: false, is_active: true };
export const settings = (name: string) => ({
  name,
  year: 2026,
  currency: 'EUR',
  description: '',
  max_pigeons: null,
  max_active_pigeons: null,
  max_reserve_pigeons: null,
  places_at_once: null,
});
export const standardSeason = (name: string) => ({
  name,
  currency: 'EUR',
  opens_at: '2037-01-01',
  final_at: '2037-09-12',
  max_pigeons: null,
  entry_cents: 100_000,
  pigeons_active: 3,
  pigeons_reserve: 1,
  reserve_cents: null,
  final_cents: null,
  places_at_once: null,
});
/** Shipping may have any number of windows. */
export const window = {
  due_date_category_id: 3,
  name: 'Shipping',
  description: '',
  starts_at: '2027-03-01',
  ends_at: '2027-03-31',
  max_duration: null,
};

export const entryFee = {
  product_category_id: 1,
  name: 'Five pigeons',
  amount_cents: 100_000,
  pigeons_active: 2,
  pigeons_reserve: 3,
  max_quantity: null,
  starts_at: null,
  ends_at: null,
  description: '',
};

export const ranked = {
  name: 'Ace pigeon',
  rule: rankingBy({ by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' }),
};
/** Names are taken once in a year. */
export const newChampionship = (): ChampionshipFields => ({
  name: crypto.randomUUID(),
  names: {},
  year: 2040,
  is_world_list: false,
  season_ids: [],
  rule: {
    of: 'fancier',
    birds: 1,
    measure: { by: 'table', steps: [{ from: 1, to: 1, points: '10' }], decimals: 0 },
    prizes: null,
    flights: { kinds: ['final'], least_distance_m: 0, least_basketed: 0, best: 3, least: 1, most_per_loft: null },
    tie_breaks: ['best_results'],
  },
});
/** Names are taken once in a season. */
export const newRanking = () => ({ ...ranked, name: crypto.randomUUID() });
