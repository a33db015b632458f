/** Before a release: the wind at each hour where the birds will be then. Upwards it pushes them, downwards it is against them. */
import type { CSSProperties } from 'react';
import type { Loft } from '#domain/lofts/contract.ts';
import { distanceInUnit } from '#domain/units.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import type { PageData } from './flight-data.ts';
import { Source } from './WeatherTable.tsx';
import styles from './wind-on-the-way.module.css';

/** A bar of the whole height, m/s; stronger winds make it more. */
const usual = 4;

export function WindOnTheWay({ wind, loft }: { wind: NonNullable<PageData['wind']>; loft: Loft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const strongest = Math.max(usual, ...wind.hours.map(({ tail }) => Math.abs(tail ?? 0)));
  return (
    <section className={panel.panel} aria-labelledby="wind">
      <div className={panel.head}>
        <h2 id="wind">{t('flight_map.along')}</h2>
        <small>
          {t('unit.m_s')}
          {t('rows.comma')}
          {t('flight_map.on_way')}
        </small>
      </div>
      <ol className={styles.hours} dir="ltr">
        {wind.hours.map(({ hour_ms, flown_m, tail }) => (
          <li key={hour_ms}>
            <span
              className={styles.bar}
              data-head={(tail ?? 0) < 0 || undefined}
              style={{ '--height': Math.abs(tail ?? 0) / strongest } as CSSProperties}
            >
              {tail === null ? (
                <span className="visually-hidden">{t('flight_map.not_foretold')}</span>
              ) : (
                <>
                  <i className={styles.shape} data-head={tail < 0 || undefined} aria-hidden="true" />
                  <b className="num" aria-hidden="true">
                    {formatNumber(locale, Math.abs(tail), 1, 1)}
                  </b>
                  <span className="visually-hidden">
                    {t(tail < 0 ? 'flight_map.against' : 'flight_map.behind', {
                      speed: `${formatNumber(locale, Math.abs(tail), 1, 1)} ${t('unit.m_s')}`,
                    })}
                  </span>
                </>
              )}
            </span>
            <time className="num" dateTime={new Date(hour_ms).toISOString()}>
              {clockTime(hour_ms, loft.time_zone).time.slice(0, 5)}
            </time>
            <small className="num">
              {formatNumber(locale, distanceInUnit(flown_m, loft.unit))} {t(`unit.${loft.unit}`)}
            </small>
          </li>
        ))}
      </ol>
      <p className={styles.legend}>
        <span>
          <i className={styles.shape} /> {t('flight_map.meets_tail')}
        </span>
        <span>
          <i className={styles.shape} data-head /> {t('flight_map.meets_head')}
        </span>
        <Source source={wind.source} />
      </p>
    </section>
  );
}
