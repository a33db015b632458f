/** The shares of a bird's prizes: who receives which, from which day on. */
import { formatCalendarDay, formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from './panel.module.css';
import { Table } from './Table.tsx';

export interface SharesProps {
  /** The anchor on its page. */
  id: string;
  /** The bird of the shares, where it is not that of the page. */
  ring?: string;
  shares: readonly {
    who: string;
    from_day: string;
    until_day: string | null;
    share_bp: number;
    reason: string | null;
  }[];
}

export function Shares({ id, ring, shares }: SharesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const day = (date: string) => (
    <time dateTime={date} suppressHydrationWarning>
      {formatCalendarDay(locale, date, 'named')}
    </time>
  );
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div className={panel.head}>
        <h2 id={id}>
          {t('shares.title')}
          {ring && (
            <>
              {' '}
              <bdi dir="ltr" className="num">
                {ring}
              </bdi>
            </>
          )}
        </h2>
        <small>{t('shares.lead')}</small>
      </div>
      <Table caption={t('shares.title')} cards>
        <thead>
          <tr>
            <th scope="col">{t('rights.person')}</th>
            <th scope="col">{t('shares.share')}</th>
            <th scope="col">{t('notifications.from')}</th>
            <th scope="col">{t('shares.until')}</th>
            <th scope="col">{t('entries.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ who, from_day, until_day, share_bp, reason }) => (
            <tr key={`${who} ${from_day} ${until_day} ${share_bp}`}>
              <td>
                <bdi>{who}</bdi>
              </td>
              <td data-label={t('shares.share')}>
                <bdi className="num">{formatShare(locale, share_bp)}</bdi>
              </td>
              <td data-label={t('notifications.from')}>{day(from_day)}</td>
              <td data-label={t('shares.until')}>{until_day ? day(until_day) : '–'}</td>
              <td data-label={t('entries.reason')}>
                <bdi>{reason ?? '–'}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
