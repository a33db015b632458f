/** What the papers of an order have in common: its loft, its positions, moments in the loft's zone. */
import type { Locale } from '#domain/locales.ts';
import type { DescribedLoft } from '#domain/lofts/contract.ts';
import type { OrderView } from '#domain/orders/contract.ts';
import { teamNames } from '#domain/orders/order.ts';
import { addressLines } from './address.ts';
import { speaker } from './catalogues.server.ts';
import { clockTime, formatCalendarDay, formatMoney, isoDay } from './intl.ts';

/** The lines of an address; empty ones are left out. */
export const linesOf = (...texts: (string | null)[]) =>
  texts.filter((text) => text !== null && text.trim() !== '') as string[];

/** The name of a loft with its address and contact. */
export function loftLines(locale: Locale, { name, loft_address, email, phone }: DescribedLoft): string[] {
  return linesOf(name, ...addressLines(locale, loft_address), email, phone);
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

/** What an order is for: its season, its teams, its birds; `rings` where a paper keeps those of its own day. */
export function orderFacts(
  locale: Locale,
  order: Pick<OrderView, 'season' | 'team' | 'activates' | 'buys' | 'pigeons' | 'pigeons_active' | 'pigeons_reserve'>,
  rings: readonly string[] = [...order.activates, ...order.buys, ...order.pigeons].map(({ ring }) => ring),
): [string, string][] {
  const { t } = speaker(locale);
  const teams = teamNames(order);
  return [
    ...(order.season ? [[t('bird.season'), order.season.name] as [string, string]] : []),
    ...(teams.length ? [[t('bird.team'), teams.join(' · ')] as [string, string]] : []),
    ...(order.activates.length + order.buys.length
      ? []
      : [[t('product.pigeons'), placesOf(order)] as [string, string]]),
    ...(rings.length ? [[t('admin.pigeons'), rings.join(', ')] as [string, string]] : []),
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
