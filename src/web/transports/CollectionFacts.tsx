/** A collection of birds: place, time, agent, price. */
import type { ReactNode } from 'react';
import type { Collection } from '#domain/transports/contract.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

export function CollectionFacts({ collection, children }: { collection: Collection; children?: ReactNode }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { place, day, from_time, to_time, price_cents, currency, note } = collection;
  return (
    <div>
      <p>
        <b>
          <bdi>{place}</bdi>
        </b>
        <br />
        <span suppressHydrationWarning>{formatCalendarDay(locale, day, 'words')}</span>
        {t('rows.comma')}
        <bdi dir="ltr" className="num">{`${from_time}–${to_time}`}</bdi>
      </p>
      <p>
        <bdi className="num">{formatMoney(locale, price_cents, currency)}</bdi> {t('transports.per_pigeon')}.{' '}
        {t('transports.hand_over')}.
      </p>
      {note && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      {children}
    </div>
  );
}
