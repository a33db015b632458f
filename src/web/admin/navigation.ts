/** The navigation of a loft's and a season's administration: every part that has a page, in the order of the work. */
import { keepsFanciers, type PackageType } from '#domain/lofts/package.ts';
import type { IconName } from '#web/ui/Icon.tsx';

export interface NavigationItem {
  /** The path below that of the season or the loft. */
  to: string;
  word:
    | 'overview'
    | 'flights'
    | 'orders'
    | 'due_dates'
    | 'products'
    | 'rankings'
    | 'rulebook'
    | 'visibility'
    | 'news'
    | 'loft_news'
    | 'customers'
    | 'messages'
    | 'payments'
    | 'payouts'
    | 'teams'
    | 'pigeons'
    | 'lost'
    | 'transports'
    | 'agents'
    | 'sale'
    | 'activations'
    | 'users'
    | 'settings'
    | 'address'
    | 'brand'
    | 'packages'
    | 'contracts'
    | 'media'
    | 'notes'
    | 'fanciers'
    | 'claims'
    | 'staff'
    | 'permissions'
    | 'certificates'
    | 'audit'
    | 'devices';
  icon: IconName;
}

export const seasonNavigation: readonly NavigationItem[] = [
  { to: '', word: 'overview', icon: 'overview' },
  { to: '/orders', word: 'orders', icon: 'receipt' },
  { to: '/payments', word: 'payments', icon: 'list' },
  { to: '/customers', word: 'customers', icon: 'user' },
  { to: '/messages', word: 'messages', icon: 'mail' },
  { to: '/teams', word: 'teams', icon: 'users' },
  { to: '/pigeons', word: 'pigeons', icon: 'pigeon' },
  { to: '/activations', word: 'activations', icon: 'swap' },
  { to: '/transports', word: 'transports', icon: 'truck' },
  { to: '/flights', word: 'flights', icon: 'flag' },
  { to: '/rankings', word: 'rankings', icon: 'star' },
  { to: '/payouts', word: 'payouts', icon: 'trophy' },
  { to: '/lost', word: 'lost', icon: 'search' },
  { to: '/sale', word: 'sale', icon: 'money' },
  { to: '/users', word: 'users', icon: 'users' },
  { to: '/due-dates', word: 'due_dates', icon: 'calendar' },
  { to: '/products', word: 'products', icon: 'box' },
  { to: '/rulebook', word: 'rulebook', icon: 'list' },
  { to: '/visibility', word: 'visibility', icon: 'eye' },
  { to: '/news', word: 'news', icon: 'news' },
];

export const loftNavigation: readonly NavigationItem[] = [
  { to: '', word: 'settings', icon: 'settings' },
  { to: '/address', word: 'address', icon: 'edit' },
  { to: '/brand', word: 'brand', icon: 'picture' },
  { to: '/certificates', word: 'certificates', icon: 'trophy' },
  { to: '/subscriptions', word: 'packages', icon: 'box' },
  { to: '/contracts', word: 'contracts', icon: 'document' },
  { to: '/media', word: 'media', icon: 'picture' },
  { to: '/news', word: 'loft_news', icon: 'news' },
  { to: '/fanciers', word: 'fanciers', icon: 'users' },
  { to: '/claims', word: 'claims', icon: 'user' },
  { to: '/staff', word: 'staff', icon: 'users' },
  { to: '/agents', word: 'agents', icon: 'truck' },
  { to: '/permissions', word: 'permissions', icon: 'lock' },
  { to: '/devices', word: 'devices', icon: 'antenna' },
  { to: '/audit', word: 'audit', icon: 'list' },
  { to: '/notes', word: 'notes', icon: 'note' },
];

/** The parts of a loft with this package: only some have a list of fanciers (6.11). */
export const loftNavigationWith = (type: PackageType) =>
  loftNavigation.filter(({ to }) => to !== '/fanciers' || keepsFanciers(type));
