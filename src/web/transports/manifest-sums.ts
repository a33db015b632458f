/** What travels with a collection in all, and why an order is missing from it. */
import type { Locale } from '#domain/locales.ts';
import type { Manifest } from '#domain/transports/agent-contract.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { formatNumber } from '#web/lib/intl.ts';

export const sumsOf = ({ crates }: Pick<Manifest, 'crates'>) => ({
  orders: new Set(crates.map(({ transport_id }) => transport_id)).size,
  crates: crates.length,
  birds: crates.reduce((sum, { pigeons }) => sum + pigeons.length, 0),
});

/** Its agent has not answered it yet, or not all of its birds are entered. */
export const whyMissing = (
  { t, locale }: { t: Words; locale: Locale },
  { status, entered, places }: Manifest['missing'][number],
): string =>
  status === 'pending'
    ? t('transports.pending')
    : t('transports.entered', { entered: formatNumber(locale, entered), places: formatNumber(locale, places) });
