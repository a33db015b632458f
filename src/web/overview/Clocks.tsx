/** The clocks of a loft: when each told its last reading, and what it owes. */
import { useTranslation } from 'react-i18next';
import type { ClockAtWork } from '#domain/overview/contract.ts';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import styles from './overview.module.css';

export function Clocks({ clocks, time_zone }: { clocks: readonly ClockAtWork[]; time_zone: string }) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="clocks">
      <div className={panel.head}>
        <h2 id="clocks">{t('overview.clocks')}</h2>
      </div>
      {clocks.length === 0 ? (
        <p className={styles.quiet}>{t('overview.no_clocks')}</p>
      ) : (
        <table className={table.table}>
          <caption className="visually-hidden">{t('overview.clocks')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('overview.clock')}</th>
              <th scope="col">{t('overview.last_reading')}</th>
            </tr>
          </thead>
          <tbody>
            {clocks.map(({ device_id, name, last_reading_at, missing_readings }) => (
              <tr key={device_id}>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>
                  {last_reading_at === null ? (
                    <span className={table.quiet}>{t('overview.no_reading')}</span>
                  ) : (
                    <Moment at_ms={Date.parse(last_reading_at)} time_zone={time_zone} short />
                  )}
                  {missing_readings > 0 && <small>{t('overview.owes', { count: missing_readings })}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
