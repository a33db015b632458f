/** A release that is a fact: its time is the largest thing, then who reported what. */
import type { ReactNode } from 'react';
import { geodesicDistance } from '#domain/flights/distance.ts';
import { countedRelease } from '#domain/flights/release.ts';
import type { Refusal } from '#domain/refusal.ts';
import { clockTime, formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import type { Report } from './release-report.ts';
import type { ReleaseView } from './use-release-phone.ts';

export type ReleasedProps = ReleaseView & {
  /** The release that counts, epoch ms. */
  at_ms: number | null;
  /** Crates counted at the release point. */
  counted: number | null;
  /** The report that the phone keeps, and whether the site has it too. */
  kept: Report | null;
  isSent: boolean;
  refused: Refusal | null;
  onDrop(): void;
  /** The groups that were released later, and how the release is taken back. */
  later: ReactNode;
  /** The pictures. */
  children: ReactNode;
};

export function Released(released: ReleasedProps) {
  const { loft, phone, flight, reports, at_ms, kept, isSent, refused, onDrop, later, children } = released;
  const { t } = useTranslation();
  const sentence = useSentence();
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
      {kept && !refused && !isSent && (
        <>
          <p className={`${styles.kept} ${styles.on_phone}`} role="status">
            <Icon name="mobile" size={34} />
            <b>{t('release.kept')}</b>
          </p>
          <KeptFacts {...released} kept={kept} />
        </>
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
      {later}
      {phone && (
        <a className={kept ? panel.button_primary : panel.button} href={`tel:${phone}`}>
          <Icon name="call" size={26} />
          {t('release.call')}
        </a>
      )}
      {children}
    </section>
  );
}

/** What goes to the site with the moment, and who does not know it yet. */
function KeptFacts({ flight, crates, counted, kept: { clock, position } }: ReleasedProps & { kept: Report }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { release_latitude: latitude, release_longitude: longitude, release_point } = flight;
  const away_m =
    position && latitude !== null && longitude !== null ? geodesicDistance(position, { latitude, longitude }) : null;
  const seconds = (span_ms: number) => formatMeasure(locale, span_ms / 1000, 'second', { decimals: 2 });
  return (
    <ol className={styles.checks}>
      <Fact
        icon={counted === null ? 'alert' : 'check'}
        name={t(counted === null ? 'release.crates_uncounted' : 'release.crates')}
        value={t('release.crates_of', {
          crates: formatNumber(locale, counted ?? crates.length),
          birds: formatNumber(locale, flight.basketed_count),
        })}
        more={[
          away_m !== null && t('release.from_point', { distance: formatMeasure(locale, away_m, 'meter') }),
          release_point,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {clock ? (
        <Fact
          icon="check"
          name={t(clock.offset_ms < 0 ? 'release.phone_fast' : 'release.phone_slow', {
            seconds: seconds(Math.abs(clock.offset_ms)),
          })}
          more={t('release.known_within', { seconds: seconds(clock.within_ms) })}
        />
      ) : (
        <Fact icon="alert" name={t('release.phone_unknown')} />
      )}
      <Fact
        icon="waiting"
        name={t('release.not_told')}
        more={t('release.told_late', { words: t('race.reported_late') })}
      />
    </ol>
  );
}

interface FactProps {
  icon: 'check' | 'alert' | 'waiting';
  name: string;
  value?: string;
  more?: string;
}

function Fact({ icon, name, value, more }: FactProps) {
  return (
    <li>
      <span className={`${styles.dot} ${icon === 'check' ? '' : styles.look}`}>
        <Icon name={icon} size={18} />
      </span>
      <span>
        {name}
        {more && <small>{more}</small>}
      </span>
      {value && <bdi className="num">{value}</bdi>}
    </li>
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
function Reported({ source, at, by, distance_m, is_taken_back, loft, counted, precision }: ReportedProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const isSame =
    !is_taken_back && counted !== null && countedRelease(Date.parse(at), precision) === Date.parse(counted);
  const { time, ms } = clockTime(Date.parse(at), loft.time_zone);
  const more = [
    by,
    distance_m === null ? null : t('release.from_point', { distance: formatMeasure(locale, distance_m, 'meter') }),
    is_taken_back ? t('flights.release_taken_back') : isSame ? null : t('release.differs'),
  ];
  return (
    <li>
      <span className={`${styles.dot} ${isSame ? '' : styles.look}`}>
        <Icon name={isSame ? 'check' : 'alert'} size={18} />
      </span>
      <span>
        {t(`release.${source}`)}
        <small>{more.filter(Boolean).join(' · ')}</small>
      </span>
      <bdi dir="ltr" className="num">{`${time}.${ms}`}</bdi>
    </li>
  );
}
