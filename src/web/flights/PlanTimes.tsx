/** What the fields of a plan come to while they are filled in: the distance, and when the birds are expected home. */
import { useEffect, useRef, useState } from 'react';
import { expectedHome, inMinutes, type Window } from '#domain/flights/expected-home.ts';
import type { ReleasePoint } from '#domain/flights/release-point-contract.ts';
import { distanceInUnit, type LoftUnit, parseDistance } from '#domain/units.ts';
import { textIn } from '#web/lib/form.ts';
import { clockTime, formatDistance, formatMeasure } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { speedIn, type Typed } from './plan-form.ts';
import styles from './season-flights.module.css';

export interface PlanTimesProps {
  typed: Typed;
  points: readonly ReleasePoint[];
  unit: LoftUnit;
}

const watched = ['release_time', 'release_point_id', 'distance', 'estimated_average_speed'] as const;

export function PlanTimes({ typed, points, unit }: PlanTimesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const part = useRef<HTMLDListElement>(null);
  const [read, setRead] = useState<Typed>(typed);
  // The fields are the form's; this follows them.
  useEffect(() => {
    const form = part.current?.closest('form');
    if (!form) return;
    const follow = () => {
      const fields = new FormData(form);
      setRead(Object.fromEntries(watched.map((name) => [name, textIn(fields, name)])));
    };
    follow();
    form.addEventListener('input', follow);
    return () => form.removeEventListener('input', follow);
  }, []);
  const distance_m = distanceOf(read, points);
  const home = homeOf(read, distance_m, unit);
  return (
    <dl ref={part} className={styles.plan_times}>
      <div>
        <dt>{t('race.distance')}</dt>
        <dd>
          {distance_m === null ? (
            '–'
          ) : unit === 'km' ? (
            <bdi>{formatMeasure(locale, Math.round(distance_m), 'meter')}</bdi>
          ) : (
            <>
              <bdi className="num">{formatDistance(locale, distanceInUnit(distance_m, unit))}</bdi> {t('unit.mile')}
            </>
          )}
        </dd>
      </div>
      <Expected name={t('before_release.first')} window={home?.first} />
      <Expected name={t('before_release.half')} window={home?.half} />
    </dl>
  );
}

function Expected({ name, window }: { name: string; window: Window | undefined }) {
  // A time of the day by the loft's clock, counted from midnight.
  const time = (at_ms: number) => clockTime(at_ms, 'UTC').time.slice(0, 5);
  const said = window && inMinutes(window);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {said ? (
          <bdi dir="ltr" className={`num ${styles.estimated}`}>{`${time(said.from_ms)}–${time(said.to_ms)}`}</bdi>
        ) : (
          '–'
        )}
      </dd>
    </div>
  );
}

/** The distance as stated, else that of the chosen place, in metres. */
function distanceOf({ distance = '', release_point_id }: Typed, points: readonly ReleasePoint[]): number | null {
  if (distance.trim() !== '') return parseDistance(distance);
  return points.find(({ id }) => String(id) === release_point_id)?.distance_m ?? null;
}

function homeOf({ release_time = '', estimated_average_speed = '' }: Typed, distance_m: number | null, unit: LoftUnit) {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(release_time) ?? [];
  const average = Number(speedIn(estimated_average_speed, unit));
  if (hours === undefined || distance_m === null || !(average > 0)) return null;
  return expectedHome({ release_ms: (Number(hours) * 60 + Number(minutes)) * 60_000, distance_m, average });
}
