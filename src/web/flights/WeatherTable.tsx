/** The weather hour by hour where the birds are expected, as a table: what the map shows, for those who cannot see it. */

import { isBeforeRelease } from '#domain/flights/flight.ts';
import { windMeets } from '#domain/flights/forecast.ts';
import { windOnTheWay } from '#domain/flights/wind-on-line.ts';
import { distanceInUnit } from '#domain/units.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './flight-map.module.css';
import type { MapData } from './flight-map-loader.server.ts';
import { WeatherIcon } from './WeatherIcon.tsx';
import { directionWords, skyWords, temperatureWords, windWords } from './weather-words.ts';

export function WeatherTable({ flight, loft, weather }: Pick<MapData, 'flight' | 'loft' | 'weather'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { forecast, line } = weather;
  if (!forecast || !line || flight.release_time === null) {
    const why = !weather.has_source ? 'none_site' : isBeforeRelease(flight.status) ? 'none_yet' : 'none_kept';
    return (
      <section className={`${panel.panel} ${styles.no_weather}`} aria-labelledby="weather">
        <h2 id="weather">{t('flight_map.none')}</h2>
        <p>{t(`flight_map.${why}`)}</p>
      </section>
    );
  }
  const release_ms = Date.parse(flight.release_time);
  const rows = windOnTheWay(line, forecast, { release_ms, average: flight.estimated_average_speed });
  const isMoving = rows.some(({ flown_m }) => flown_m !== null);
  return (
    <section className={`${panel.panel} ${styles.weather}`} aria-labelledby="weather">
      <div className={panel.head}>
        <h2 id="weather">{t('flight_map.table')}</h2>
        <small>{t(isMoving ? 'flight_map.on_way' : 'flight_map.at_loft')}</small>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard */}
      <section className={styles.scroll} aria-labelledby="weather" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('flight_map.hour')}</th>
              {isMoving && <th scope="col">{t(`unit.${loft.unit}`)}</th>}
              <th scope="col">{t('flight_map.wind')}</th>
              <th scope="col">{t('devices.temperature')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ hour_ms, flown_m, point, wind }) => {
              const sky = wind && skyWords(t, wind, point, hour_ms);
              return (
                <tr key={hour_ms}>
                  <th scope="row">
                    <bdi dir="ltr" className="num">
                      {clockTime(hour_ms, loft.time_zone).time.slice(0, 5)}
                    </bdi>
                  </th>
                  {isMoving && (
                    <td>
                      <span className="num">
                        {flown_m !== null && formatNumber(locale, distanceInUnit(flown_m, loft.unit))}
                      </span>
                    </td>
                  )}
                  {wind ? (
                    <>
                      <td>
                        <span className={styles.pair}>
                          <bdi className="num">{windWords(t, locale, wind)}</bdi>
                          <span>
                            {directionWords(t, wind)} · {t(`flight_map.meets_${windMeets(wind, point.bearing_deg)}`)}
                          </span>
                        </span>
                      </td>
                      <td>
                        <span className={styles.pair}>
                          <bdi dir="ltr" className="num">
                            {temperatureWords(locale, loft.unit, wind.temp)}
                          </bdi>
                          {sky && (
                            <span className={styles.sky}>
                              <WeatherIcon name={sky.icon} size={20} />
                              {sky.word}
                            </span>
                          )}
                        </span>
                      </td>
                    </>
                  ) : (
                    <td colSpan={2} className={styles.unknown}>
                      {t('flight_map.not_foretold')}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <p className={styles.source}>
        <Source source={forecast.source} />
        {forecast.kept_at !== null && <> {t('flight_map.kept')}</>}
      </p>
    </section>
  );
}

const sources = { windy: 'Windy', open_meteo: 'Open-Meteo' } as const;

/** Whose forecast it is, or that it is invented. */
export function Source({ source }: { source: NonNullable<MapData['weather']['forecast']>['source'] }) {
  const { t } = useTranslation();
  return source === 'invented' ? t('flight_map.invented') : t('flight_map.source', { name: sources[source] });
}
