/** What is checked before the release: a tick, or a dashed triangle where somebody should look. */
import type { ReactNode } from 'react';
import { bearing, geodesicDistance } from '#domain/flights/distance.ts';
import { farFromPoint_m, synchronisedWithin_ms } from '#domain/flights/release.ts';
import { restNeeded } from '#domain/flights/release-lamp.ts';
import { clockTime, formatAge, formatComing, formatList, formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './release.module.css';
import { type Known, restOf } from './release-known.ts';
import type { Position, ReleaseView } from './use-release-phone.ts';

export interface ReleaseChecksProps {
  view: ReleaseView;
  known: Known;
  position: Position | null;
  now_ms: number;
}

export function ReleaseChecks({
  view: { loft, flight, clocks, crates, limits },
  known,
  position,
  now_ms,
}: ReleaseChecksProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { release_latitude: latitude, release_longitude: longitude } = flight;
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  const away_m = position && point && geodesicDistance(position, point);
  const metres = (length: number) => formatMeasure(locale, length, 'meter');
  const synchronised = clocks.flatMap(({ synchronised_at }) => (synchronised_at ? Date.parse(synchronised_at) : []));
  const oldest_ms = synchronised.length === clocks.length && clocks.length > 0 ? Math.min(...synchronised) : null;
  const unsynchronised = clocks.filter(
    ({ synchronised_at }) => synchronised_at === null || now_ms - Date.parse(synchronised_at) > synchronisedWithin_ms,
  );
  const since = (at_ms: number) => {
    const { day, time } = formatComing(locale, at_ms, now_ms, loft.time_zone);
    return `${day ?? ''} ${time}`.trim();
  };
  const silent = clocks.flatMap(({ name, silent_since }) =>
    silent_since === null ? [] : [`${name} (${since(Date.parse(silent_since))})`],
  );
  const { counted, missing, departed_ms, arrived_ms, driven_km } = known;
  const number = (count: number) => formatNumber(locale, count);
  const rest = restOf(known, now_ms);
  const needed_min = limits.rest_min === null ? null : restNeeded(limits.rest_min, { ...known, ...flight });
  const hoursOf = (span_ms: number) =>
    span_ms < 3_600_000
      ? formatMeasure(locale, Math.floor(span_ms / 60_000), 'minute')
      : formatMeasure(locale, Math.floor(span_ms / 360_000) / 10, 'hour', { decimals: 1 });
  return (
    <ul className={styles.checks}>
      <Check
        isGood={away_m !== null && away_m <= farFromPoint_m}
        name={
          away_m === null
            ? t(position ? 'release.no_point' : 'release.no_position')
            : t('release.from_point', { distance: metres(away_m) })
        }
        more={[flight.release_point, t('release.limit', { distance: metres(farFromPoint_m) })]
          .filter(Boolean)
          .join(' · ')}
      >
        {point && position && away_m !== null && <Circle away_m={away_m} towards_deg={bearing(point, position)} />}
      </Check>
      <Check
        isGood={flight.basketed_count > 0 && counted === crates.length && missing.length === 0}
        name={t(counted === null ? 'release.crates_uncounted' : 'release.crates')}
        more={
          missing.length > 0
            ? t('release.crates_missing', { crates: formatList(locale, missing.map(number)) })
            : undefined
        }
        figure={t('release.crates_of', {
          crates: counted === null ? number(crates.length) : `${number(counted)}/${number(crates.length)}`,
          birds: number(flight.basketed_count),
        })}
      />
      <Check
        isGood={flight.sealed_at !== null}
        name={t(flight.sealed_at ? 'release.sealed' : 'release.not_sealed')}
        figure={flight.sealed_at ? since(Date.parse(flight.sealed_at)) : undefined}
      />
      <Check
        isGood={clocks.length > 0 && unsynchronised.length === 0 && silent.length === 0}
        name={t('release.clocks', { clocks: formatNumber(locale, clocks.length) })}
        more={[
          silent.length > 0 && `${t('devices.silent')}: ${formatList(locale, silent)}`,
          unsynchronised.length > 0 &&
            t('inventory.synchronise', {
              clocks: formatList(
                locale,
                unsynchronised.map(({ name }) => name),
              ),
            }),
        ]
          .filter(Boolean)
          .join(' · ')}
        figure={oldest_ms === null ? t('release.never') : formatAge(locale, now_ms - oldest_ms)}
      />
      <Check
        isGood={rest !== null && (needed_min === null || rest >= needed_min)}
        name={t('release.limit_rest_min')}
        more={[
          departed_ms !== null &&
            t(arrived_ms === null ? 'release.on_road_since' : 'release.on_road', {
              time: since(departed_ms),
              hours: hoursOf((arrived_ms ?? now_ms) - departed_ms),
            }),
          driven_km !== null && formatMeasure(locale, driven_km, 'kilometer'),
          needed_min !== null && t('release.at_least', { limit: hoursOf(needed_min * 60_000) }),
        ]
          .filter(Boolean)
          .join(' · ')}
        figure={rest === null ? t('release.unknown') : hoursOf(rest * 60_000)}
      />
    </ul>
  );
}

interface CheckProps {
  isGood: boolean;
  name: string;
  figure?: string | undefined;
  more?: string | undefined;
  children?: ReactNode;
}

function Check({ isGood, name, figure, more, children }: CheckProps) {
  const { t } = useTranslation();
  return (
    <li>
      <span className={`${styles.dot} ${isGood ? '' : styles.look}`}>
        <Icon name={isGood ? 'check' : 'alert'} size={18} />
        <span className="visually-hidden">{t(isGood ? 'release.good' : 'release.look')}</span>
      </span>
      <span>
        {name}
        {more && <small>{more}</small>}
      </span>
      {figure !== undefined && <bdi className="num">{figure}</bdi>}
      {children}
    </li>
  );
}

/** The radius of the circle, px. */
const limit_px = 34;

/** The phone in the circle that it should stand in, the release point in the middle, north above; beyond it, outside. */
function Circle({ away_m, towards_deg }: { away_m: number; towards_deg: number }) {
  const isWithin = away_m <= farFromPoint_m;
  const out_px = isWithin ? (away_m / farFromPoint_m) * limit_px : limit_px + 6;
  const angle = (towards_deg * Math.PI) / 180;
  return (
    <svg className={styles.circle} width="92" height="92" viewBox="-46 -46 92 92" aria-hidden="true">
      <circle r={limit_px} />
      <path d="M0 -6v12M-6 0h12" />
      <circle
        data-phone={isWithin ? 'within' : 'beyond'}
        r="6"
        cx={(out_px * Math.sin(angle)).toFixed(1)}
        cy={(-out_px * Math.cos(angle)).toFixed(1)}
      />
    </svg>
  );
}

/** From now until sunset as a line, with the expected flight dashed on it; at night when the sun rises. */
export function SunLine({ known, now_ms, time_zone }: { known: Known; now_ms: number; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { sunset_ms, sunrise_ms, flight_ms } = known;
  if (sunset_ms === null) return null;
  if (sunrise_ms !== null && now_ms < sunrise_ms)
    return (
      <div className={styles.sun}>
        <p>
          {t('before_release.sunrise')} <bdi className="num">{clockTime(sunrise_ms, time_zone).time.slice(0, 5)}</bdi>
        </p>
      </div>
    );
  const left_ms = Math.max(0, sunset_ms - now_ms);
  const time = (at_ms: number) => clockTime(at_ms, time_zone).time.slice(0, 5);
  const hours = (span_ms: number) => formatMeasure(locale, Math.round(span_ms / 360_000) / 10, 'hour', { decimals: 1 });
  const part = flight_ms === null || left_ms === 0 ? 0 : Math.min(1, flight_ms / left_ms);
  return (
    <div className={styles.sun}>
      <p>
        <span>
          {t('release.sun_left')} <b className="num">{hours(left_ms)}</b>
        </span>
        {flight_ms !== null && (
          <span>
            {t('release.flight')} <b className={`num ${styles.expected}`}>≈ {hours(flight_ms)}</b>
          </span>
        )}
      </p>
      <div className={styles.way} aria-hidden="true">
        <i style={{ inlineSize: `${(part * 100).toFixed(1)}%` }} />
      </div>
      <p aria-hidden="true">
        <bdi className="num">{time(now_ms)}</bdi>
        {flight_ms !== null && <bdi className={`num ${styles.expected}`}>≈ {time(now_ms + flight_ms)}</bdi>}
        <bdi className="num">{time(sunset_ms)}</bdi>
      </p>
    </div>
  );
}
