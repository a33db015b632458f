/** What the papers of an order have in common: its loft, its positions, moments in the loft's zone. */
import type { Locale } from '#domain/locales.ts';
import type { DescribedLoft } from '#domain/lofts/contract.ts';
import type { OrderView } from '#domain/orders/contract.ts';
import { speaker } from './catalogues.server.ts';
import { clockTime, countryName, formatCalendarDay, formatMoney, isoDay } from './intl.ts';

/** The lines of an address; empty ones are left out. */
export const linesOf = (...texts: (string | null)[]) =>
  texts.filter((text) => text !== null && text.trim() !== '') as string[];

/** The name of a loft with its address and contact. */
export function loftLines(locale: Locale, { name, loft_address, email, phone }: DescribedLoft): string[] {
  const { street, zipcode, city, country } = loft_address;
  const place = [zipcode, city].filter(Boolean).join(' ');
  return linesOf(name, street, place, country && countryName(locale, country), email, phone);
}

/** A day and a time in a zone. */
export function paperMoment(locale: Locale, at: string, time_zone: string): string {
  const at_ms = Date.parse(at);
  const day = formatCalendarDay(locale, isoDay(at_ms, time_zone), 'words');
  return `${day}, ${clockTime(at_ms, time_zone).time.slice(0, 5)}`;
}

/** Active and reserve pigeons; a dash where there are none. */
export const placesOf = ({ pigeons_active, pigeons_reserve }: { pigeons_active: number; pigeons_reserve: number }) =>
  pigeons_active + pigeons_reserve > 0 ? `${pigeons_active} / ${pigeons_reserve}` : '–';

/** What an order is for: its season, its team, its birds. */
export function orderFacts(
  locale: Locale,
  order: Pick<OrderView, 'season' | 'team' | 'activates' | 'pigeons' | 'pigeons_active' | 'pigeons_reserve'>,
): [string, string][] {
  const { t } = speaker(locale);
  const rings = [...order.activates, ...order.pigeons].map(({ ring }) => ring).join(', ');
  return [
    ...(order.season ? [[t('bird.season'), order.season.name] as [string, string]] : []),
    ...(order.team ? [[t('bird.team'), order.team.name] as [string, string]] : []),
    ...(order.activates.length ? [] : [[t('product.pigeons'), placesOf(order)] as [string, string]]),
    ...(rings ? [[t('admin.pigeons'), rings] as [string, string]] : []),
  ];
}

/** The positions of an order as a table, its heads first. */
export function positionRows(locale: Locale, { positions, currency }: Pick<OrderView, 'positions' | 'currency'>) {
  const { t } = speaker(locale);
  const money = (cents: number) => formatMoney(locale, cents, currency);
  return [
    [t('register.packages'), t('product.pigeons'), t('product.price'), t('register.total')],
    ...positions.map((one) => [
      one.name,
      placesOf(one),
      `${one.quantity} × ${money(one.amount_cents)}`,
      money(one.amount_cents * one.quantity),
    ]),
  ];
}
