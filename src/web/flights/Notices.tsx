/**
 * Notices that qualify the figures: a replay, readings still missing, a clock that does not report, a result that can
 * be disputed.
 */
import { memo, type ReactNode, useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Locale } from '#domain/locales.ts';
import { formatMeasure } from '#web/lib/intl.ts';
import { serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { ownDisputesPath } from '#web/lib/paths.ts';
import { useDelayedRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './flight.module.css';
import { useOwnDisputes } from './own-disputes.ts';

/** How often a page that says that the feed is delayed looks whether it still is, ms. */
const feed_ms = 60_000;

interface NoticesProps {
  flight: Flight;
  read_at: string;
  time_zone: string;
}

interface Notice {
  key: string;
  icon: IconName;
  /** One line of a phone. */
  short: ReactNode;
  text: ReactNode;
  bad?: boolean;
}

/** One line, which opens for the whole text; several are the first of them and how many there are. */
export const Notices = memo(function Notices({ flight, read_at, time_zone }: NoticesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { replay_factor, missing_readings, feed_delayed_since, disputes_until } = flight;
  const silent_ms = useSilence(feed_delayed_since, read_at);
  // Nothing says that a silent clock is heard again.
  useDelayedRefresh(feed_delayed_since === null ? null : feed_ms, flight);
  const notices: Notice[] = [];
  if (silent_ms !== null) {
    const time = formatLength(locale, silent_ms);
    notices.push({
      key: 'feed',
      icon: 'antenna',
      short: t('flight.feed_short', { time }),
      text: t('flight.feed_delayed', { time }),
    });
  }
  if (missing_readings > 0)
    notices.push({
      key: 'missing',
      icon: 'alert',
      short: t('flight.missing_short', { count: missing_readings }),
      text: t('flight.missing_readings', { count: missing_readings }),
    });
  if (replay_factor !== null)
    notices.push({
      key: 'replay',
      icon: 'replay',
      short: t('replay.short', { count: replay_factor }),
      text: t('replay.notice', { count: replay_factor }),
    });
  return (
    <>
      <Folded notices={notices} />
      {disputes_until !== null && <Disputable flight={flight} until={disputes_until} {...{ read_at, time_zone }} />}
    </>
  );
});

function Folded({ notices }: { notices: readonly Notice[] }) {
  const { t } = useTranslation();
  const [first] = notices;
  if (!first) return null;
  return (
    <details className={`${styles.notices} ${first.bad ? styles.bad : ''}`}>
      <summary>
        <Icon name={first.icon} size={20} />
        {/* The lengths of time come from Intl, and those of a browser may differ from those of the server. */}
        <span role="status" className={styles.notice} suppressHydrationWarning>
          {first.short}
        </span>
        {notices.length > 1 && <span className={styles.many}>{t('flight.notices', { count: notices.length })}</span>}
        <Icon name="down" size={18} />
      </summary>
      <ul>
        {notices.map(({ key, icon, text }) => (
          <li key={key}>
            <Icon name={icon} size={20} />
            <span suppressHydrationWarning>{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * By whom a result can be disputed and until when, with the way there for who can, or has. Its room is kept for readers
 * who are signed in, so that the board does not move.
 */
function Disputable({ flight, until, read_at, time_zone }: NoticesProps & { until: string }) {
  const { t } = useTranslation();
  const { can_dispute, has_own, may_have } = useOwnDisputes(flight);
  const to = ownDisputesPath(flight);
  return (
    <p className={`${styles.notices} ${styles.disputable}`}>
      <Icon name="note" size={20} />
      <span>
        {Date.parse(read_at) < Date.parse(until) ? (
          <>
            {t('dispute.until')} <Moment at_ms={Date.parse(until)} time_zone={time_zone} short />
            {/* The time may have the reader's own after it, which no full stop follows. */}
            <br />
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

/** For how long a clock of the loft has been silent, ms; null where all report. It is counted on while the page is open. */
function useSilence(since: string | null, read_at: string): number | null {
  const [now_ms, setNow] = useState(() => Date.parse(read_at));
  const isSilent = since !== null;
  useEffect(() => {
    if (!isSilent) return;
    const timer = setInterval(() => setNow(serverNow()), 15_000);
    return () => clearInterval(timer);
  }, [isSilent]);
  return since === null ? null : Math.max(60_000, now_ms - Date.parse(since));
}

/** In minutes, from two hours on with the hours: `35 min`, `3 hr 12 min`. */
function formatLength(locale: Locale, length_ms: number): string {
  const minutes = Math.floor(length_ms / 60_000);
  if (minutes < 120) return formatMeasure(locale, minutes, 'minute');
  return `${formatMeasure(locale, Math.floor(minutes / 60), 'hour')} ${formatMeasure(locale, minutes % 60, 'minute')}`;
}
