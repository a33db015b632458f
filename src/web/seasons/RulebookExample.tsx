/** What the rules of speed and ties make of four birds that come home close together. */
import { useTranslation } from 'react-i18next';
import { rank } from '#domain/arrivals/rank.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import panel from '#web/ui/panel.module.css';
import table from '#web/ui/table.module.css';
import styles from './rulebook.module.css';

const released = '07:00';
const distance_km = 300;
const release_ms = Date.parse(`2026-06-06T${released}:00Z`);
const homes = ['10:45:12.341', '10:45:12.345', '10:45:12.382', '10:45:13.020'].map((time, i) => ({
  pigeon_id: i + 1,
  time_ms: Date.parse(`2026-06-06T${time}Z`),
}));
/** How an unrounded speed is shown. */
const mostDecimals = 6;

export function RulebookExample({ rules }: { rules: RaceRules }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { unit, decimals } = rules.speed;
  const lines = rank(homes, { release_ms, distance_m: distance_km * 1000, closed: [], rules });
  return (
    <section className={panel.panel} aria-labelledby="example">
      <div className={panel.head}>
        <h2 id="example">{t('rulebook.example')}</h2>
      </div>
      <p className={styles.lead}>{t('rulebook.example_text', { distance: distance_km, time: released })}</p>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('board.rank')}</th>
            <th scope="col" className={table.figure}>
              {t('board.time')}
            </th>
            <th scope="col" className={table.figure}>
              {t(unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min')}
            </th>
          </tr>
        </thead>
        <tbody aria-live="polite">
          {lines.map(({ pigeon_id, rank: place, time_ms, speed }) => {
            const { time, ms } = clockTime(time_ms, 'UTC');
            return (
              <tr key={pigeon_id}>
                <td>
                  <bdi className="num">{place}</bdi>
                </td>
                <td className={table.figure}>
                  <bdi dir="ltr" className="num">{`${time}.${ms}`}</bdi>
                </td>
                <td className={table.figure}>
                  <bdi dir="ltr" className="num">
                    {formatNumber(locale, speed ?? 0, decimals ?? mostDecimals, decimals ?? mostDecimals)}
                  </bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
