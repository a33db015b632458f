/** Whether the desk has a network, what waits, and how far the other desks are. */
import { useEffect, useState } from 'react';
import { deskName } from '#domain/basketing/crates.ts';
import { clockTime, formatAge, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './desk.module.css';
import type { DeskView } from './desk-view.ts';

/** How long an empty desk is shown after it was seen last, ms; an open one is seen several times a minute. */
const seen_ms = 2 * 60_000;

export function DeskContact({ view }: { view: DeskView }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [now_ms, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  const number = (n: number) => formatNumber(locale, n);
  const { contact, waiting, synced_ms } = view;
  const isAway = contact !== 'online';
  // A desk that nobody works at any more, and that has no bird, says nothing.
  const others = view.others.filter(({ basketed, seen_at }) => basketed > 0 || now_ms - Date.parse(seen_at) < seen_ms);
  return (
    <div className={`${styles.contact} ${isAway ? styles.away : ''}`} role="status">
      <span>
        <Icon name={isAway ? 'no_network' : 'sent'} size={22} />
        {contact === 'offline' && `${t('basketing_desk.no_network')}. `}
        {contact === 'signed_out' && <b>{t('basketing_desk.sign_in_again')}</b>}
        {contact === 'closed' && `${t('basketing_desk.no_closed')}. `}
        {waiting > 0 ? (
          <b data-waiting={waiting}>{t('basketing_desk.waiting', { n: number(waiting) })}</b>
        ) : (
          !isAway && t('basketing_desk.all_sent')
        )}
        {waiting > 0 && isAway && ` · ${t('basketing_desk.kept')}`}
        {!isAway && synced_ms !== null && <b className="num">{clockTime(synced_ms, view.data!.loft.time_zone).time}</b>}
      </span>
      {others.map(({ desk, basketed, seen_at }) => (
        <span key={desk}>
          {t('basketing_desk.other_desk', { desk: deskName(desk), n: number(basketed) })}
          {isAway && ` · ${formatAge(locale, Math.max(0, now_ms - Date.parse(seen_at)))}`}
        </span>
      ))}
    </div>
  );
}
