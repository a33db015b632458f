/**
 * Notices that qualify the figures: a replay, readings still missing, a clock that does not report, an annulled flight.
 */
import { memo, useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { formatMeasure } from '#web/lib/intl.ts';
import { serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './flight.module.css';

export const Notices = memo(function Notices({ flight, read_at }: { flight: Flight; read_at: string }) {
  const { t } = useTranslation();
  const { replay_factor, missing_readings, feed_delayed_since, status } = flight;
  return (
    <div className={styles.notices}>
      {replay_factor !== null && (
        <p className={panel.notice}>
          <Icon name="replay" size={20} />
          <span>{t('replay.notice', { count: replay_factor })}</span>
        </p>
      )}
      {missing_readings > 0 && (
        <p className={panel.notice}>
          <Icon name="alert" size={20} />
          <span>{t('flight.missing_readings', { count: missing_readings })}</span>
        </p>
      )}
      {feed_delayed_since !== null && <FeedDelayed since_ms={Date.parse(feed_delayed_since)} read_at={read_at} />}
      {status === 'annulled' && (
        <p className={`${panel.notice} ${panel.notice_bad}`}>
          <Icon name="alert" size={20} />
          <span>{t('flight.annulled')}</span>
        </p>
      )}
    </div>
  );
});

/** How old the shown data may be; it is updated while the page is open. */
function FeedDelayed({ since_ms, read_at }: { since_ms: number; read_at: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [now_ms, setNow] = useState(() => Date.parse(read_at));
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(1, Math.floor((now_ms - since_ms) / 60_000));
  return (
    <p role="status" className={panel.notice}>
      <Icon name="antenna" size={20} />
      <span suppressHydrationWarning>
        {t('flight.feed_delayed', { time: formatMeasure(locale, minutes, 'minute') })}
      </span>
    </p>
  );
}
