/**
 * Notices that qualify the figures: a replay, readings still missing, a clock that does not report, a result that can
 * be disputed, an annulled flight.
 */
import { memo, useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { formatMeasure } from '#web/lib/intl.ts';
import { serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { ownDisputesPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './flight.module.css';
import { useOwnDisputes } from './own-disputes.ts';

interface NoticesProps {
  flight: Flight;
  read_at: string;
  time_zone: string;
}

export const Notices = memo(function Notices({ flight, read_at, time_zone }: NoticesProps) {
  const { t } = useTranslation();
  const { replay_factor, missing_readings, feed_delayed_since, disputes_until, status } = flight;
  return (
    <div className={styles.notices}>
      {replay_factor !== null && (
        <p className={panel.notice}>
          <Icon name="replay" size={20} />
          <span className={styles.in_full}>{t('replay.notice', { count: replay_factor })}</span>
          <span className={styles.in_short}>{t('replay.short', { count: replay_factor })}</span>
        </p>
      )}
      {missing_readings > 0 && (
        <p className={panel.notice}>
          <Icon name="alert" size={20} />
          <span>{t('flight.missing_readings', { count: missing_readings })}</span>
        </p>
      )}
      {feed_delayed_since !== null && <FeedDelayed since_ms={Date.parse(feed_delayed_since)} read_at={read_at} />}
      {disputes_until !== null && <Disputable flight={flight} until={disputes_until} {...{ read_at, time_zone }} />}
      {status === 'annulled' && (
        <p className={`${panel.notice} ${panel.notice_bad}`}>
          <Icon name="alert" size={20} />
          <span>{t('flight.annulled')}</span>
        </p>
      )}
    </div>
  );
});

/**
 * By whom a result can be disputed and until when, with the way there for who can, or has. Its room is kept for readers
 * who are signed in, so that the board does not move.
 */
function Disputable({ flight, until, read_at, time_zone }: NoticesProps & { until: string }) {
  const { t } = useTranslation();
  const { can_dispute, has_own, may_have } = useOwnDisputes(flight);
  const to = ownDisputesPath(flight);
  return (
    <p className={panel.notice}>
      <Icon name="note" size={20} />
      <span>
        {Date.parse(read_at) < Date.parse(until) ? (
          <>
            {t('dispute.until')} <Moment at_ms={Date.parse(until)} time_zone={time_zone} short />.{' '}
            {t('refusals.dispute_not_participant')}
          </>
        ) : (
          t('refusals.dispute_time_over')
        )}{' '}
        {may_have && (
          <>
            <Link to={to} className={can_dispute || has_own ? undefined : 'awaited'}>
              {t(can_dispute ? 'dispute.do' : 'dispute.own')}
            </Link>
            <noscript>
              <Link to={to}>{t('dispute.own')}</Link>
            </noscript>
          </>
        )}
      </span>
    </p>
  );
}

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
