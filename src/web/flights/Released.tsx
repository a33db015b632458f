/** A release that is a fact: its time is the largest thing, then who reported what. */
import { countedRelease } from '#domain/flights/release.ts';
import type { Refusal } from '#domain/refusal.ts';
import { useSentence } from '#web/lib/form.ts';
import { clockTime, formatMeasure } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import type { Report } from './release-report.ts';
import type { ReleaseView } from './use-release-phone.ts';

export type ReleasedProps = ReleaseView & { kept: Report | null; refused: Refusal | null; onDrop(): void };

export function Released({ loft, phone, flight, reports, kept, refused, onDrop }: ReleasedProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const at_ms = kept
    ? countedRelease(Date.parse(kept.at), flight.precision_ms)
    : flight.release_time === null
      ? null
      : Date.parse(flight.release_time);
  const errors = refused ? (Object.values(refused.errors ?? {}).flat()[0] ?? { code: refused.code }) : null;
  return (
    <section className={styles.done} aria-labelledby="released">
      <h2 id="released">
        <span className={styles.dot}>
          <Icon name="check" size={28} />
        </span>
        {t('release.released')}
      </h2>
      {at_ms !== null && <Moment at_ms={at_ms} time_zone={loft.time_zone} />}
      {kept && !refused && (
        <p className={styles.kept} role="status">
          <b>{t('release.kept')}</b>
        </p>
      )}
      {errors && (
        <div className={styles.kept} role="alert">
          <b>{sentence(errors as Parameters<typeof sentence>[0])}</b>
          <button type="button" className={panel.button} onClick={onDrop}>
            {t('release.drop')}
          </button>
        </div>
      )}
      {reports.length > 0 && (
        <ol className={styles.checks}>
          {reports.map((report) => (
            <Reported
              key={report.id}
              {...report}
              loft={loft}
              counted={flight.release_time}
              precision={flight.precision_ms}
            />
          ))}
        </ol>
      )}
      {phone && (
        <a className={panel.button} href={`tel:${phone}`}>
          {t('release.call')}
        </a>
      )}
    </section>
  );
}

function Moment({ at_ms, time_zone }: { at_ms: number; time_zone: string }) {
  const { time, ms } = clockTime(at_ms, time_zone);
  return (
    <bdi dir="ltr" className={`num ${styles.moment}`}>
      {time}
      <span className={styles.fraction}>.{ms}</span>
    </bdi>
  );
}

type ReportedProps = ReleaseView['reports'][number] & {
  loft: ReleaseView['loft'];
  counted: string | null;
  precision: number;
};

/** One report: who, by what means, when; dashed where it differs from the release that counts. */
function Reported({ source, at, by, distance_m, loft, counted, precision }: ReportedProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const isSame = counted !== null && countedRelease(Date.parse(at), precision) === Date.parse(counted);
  const { time, ms } = clockTime(Date.parse(at), loft.time_zone);
  const more = [
    by,
    distance_m === null ? null : t('release.from_point', { distance: formatMeasure(locale, distance_m, 'meter') }),
    isSame ? null : t('release.differs'),
  ];
  return (
    <li>
      <span className={`${styles.dot} ${isSame ? '' : styles.look}`}>
        <Icon name={isSame ? 'check' : 'alert'} size={18} />
      </span>
      <span>
        {t(`release.${source}`)}
        <small>{more.filter(Boolean).join(', ')}</small>
      </span>
      <bdi dir="ltr" className="num">{`${time}.${ms}`}</bdi>
    </li>
  );
}
