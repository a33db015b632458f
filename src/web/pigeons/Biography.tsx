/** The life of a pigeon, the latest first: its flights season by season, and where it comes from. */

import type { readPigeon } from '#domain/arrivals/records.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import type { PassportStep } from '#domain/pigeons/passport.ts';
import { showsRecords } from '#domain/seasons/visibility.ts';
import { factText } from '#web/lib/bird-facts.ts';
import { certificatePath } from '#web/lib/further-paths.ts';
import { formatDistance, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, pigeonPath, seasonPath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { TablerIcon } from '#web/ui/icon-names.ts';
import { Link } from '#web/ui/Link.tsx';
import { isExplained, PlaceLink } from '#web/ui/PlaceLink.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import { Day } from '#web/ui/Times.tsx';
import styles from './biography.module.css';
import { lifeOf } from './life.ts';
import { type FlightResults, standingOf, summaryOf } from './record.ts';
import { stateOf } from './state.ts';

type PigeonView = ReplyOf<typeof readPigeon>;

export interface BiographyProps {
  /** The latest first. */
  seasons: readonly PigeonView[];
  pigeon: Bird;
  /** The facts of its origin that are known and shown. */
  birthplace: readonly ('hatch_year' | 'breeder' | 'sire' | 'dam')[];
}

export function Biography({ seasons, pigeon, birthplace }: BiographyProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.life}>
      {seasons.map((view) => (
        <SeasonOfLife key={view.season.id} view={view} isHere={view.pigeon.pigeon_id === pigeon.pigeon_id} />
      ))}
      {birthplace.length > 0 && (
        <>
          <h3 className={styles.season}>{t('bird.origin')}</h3>
          <dl className={styles.origin}>
            {birthplace.map((fact) => (
              <div key={fact}>
                <dt>{t(`sheet.${fact}`)}</dt>
                <dd>
                  <bdi>{factText(t, fact, pigeon)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

function SeasonOfLife({ view, isHere }: { view: PigeonView; isHere: boolean }) {
  const { t } = useTranslation();
  const { loft, season, pigeon, flights, results, hidden, passport } = view;
  const { flown, coming } = summaryOf(flights, results);
  const life = lifeOf(flown, passport.steps);
  const to = isHere
    ? seasonPath({ loft_id: loft.id, season_id: season.id })
    : pigeonPath({ loft_id: loft.id, ...pigeon });
  return (
    <>
      <h3 className={styles.season}>
        <Link to={to}>
          <bdi className={`num ${styles.year}`}>{season.year}</bdi>
          <Flag country={loft.country} />
          <bdi>{loft.name}</bdi>
        </Link>
      </h3>
      {coming.length + life.length > 0 ? (
        <ol>
          {coming.toReversed().map((one) => (
            <FlightOfLife key={one.flight.id} results={one} view={view} />
          ))}
          {life.map((entry) =>
            entry.kind === 'flight' ? (
              <FlightOfLife key={entry.results.flight.id} results={entry.results} view={view} />
            ) : entry.kind === 'trainings' ? (
              <TrainingsOfLife key={entry.trainings[0]!.flight.id} trainings={entry.trainings} view={view} />
            ) : (
              <StepOfLife key={`${entry.step.at} ${entry.step.step}`} {...entry.step} time_zone={loft.time_zone} />
            ),
          )}
        </ol>
      ) : (
        <p className={styles.none}>{t(showsRecords(hidden) ? 'bird.none' : 'bird.not_shown')}</p>
      )}
    </>
  );
}

/** Trainings that followed each other: how many, how far, and from how many the bird came home; each in a list to open. */
function TrainingsOfLife({ trainings, view }: { trainings: readonly FlightResults[]; view: PigeonView }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const distances = trainings.flatMap(({ flight }) => flight.distance ?? []);
  const first = trainings.at(-1)!.flight.release_time;
  const homes = trainings.filter(({ home }) => home.length > 0).length;
  return (
    <li data-state="step">
      <span className={styles.day}>{first && <Day at_ms={Date.parse(first)} time_zone={view.loft.time_zone} />}</span>
      <span className={styles.sign} aria-hidden="true">
        <Icon name="truck" size={16} />
      </span>
      <details className={styles.trainings}>
        <summary>
          {t('passport.trainings', { count: trainings.length })}
          {distances.length > 0 && (
            <>
              {t('rows.comma')}
              <bdi>
                {[...new Set([Math.min(...distances), Math.max(...distances)])]
                  .map((distance) => formatDistance(locale, distance))
                  .join('–')}
              </bdi>{' '}
              {t(`unit.${view.loft.unit}`)}
            </>
          )}
        </summary>
        <ol>
          {trainings.map((one) => (
            <FlightOfLife key={one.flight.id} results={one} view={view} />
          ))}
        </ol>
      </details>
      <span className={styles.place}>
        <small>
          {t('bird.homes')} {t('bird.homes_of', { home: formatNumber(locale, homes), count: trainings.length })}
        </small>
      </span>
    </li>
  );
}

const signs: Partial<Record<PassportStep, TablerIcon>> = {
  arrived: 'loft',
  lost: 'alert',
  back: 'undo',
  died: 'close',
  for_sale: 'tag',
  sold: 'money',
};

const stepWords = {
  arrived: 'pigeon_status.at_loft',
  lost: 'pigeon_status.lost',
  back: 'passport.back',
  died: 'pigeon_status.died',
  injured: 'pigeon_status.injured',
  quarantine: 'pigeon_status.quarantine',
  held_back: 'pigeon_status.held_back',
  breeding: 'pigeon_status.breeding',
  disqualified: 'pigeon_status.disqualified',
  racing: 'passport.racing',
  for_sale: 'pigeon_status.for_sale',
  sold: 'sale.sold',
} as const satisfies Record<PassportStep, string>;

function StepOfLife({ at, step, time_zone }: PigeonView['passport']['steps'][number] & { time_zone: string }) {
  const { t } = useTranslation();
  const at_ms = Date.parse(at);
  return (
    <li data-state="step">
      {/* Birds of an imported result have no times: the epoch stands for them. */}
      <span className={styles.day}>{at_ms > 0 && <Day at_ms={at_ms} time_zone={time_zone} />}</span>
      <span className={styles.sign} aria-hidden="true">
        <Icon name={signs[step] ?? 'note'} size={16} />
      </span>
      <p className={styles.step}>{t(stepWords[step])}</p>
    </li>
  );
}

function FlightOfLife({ results, view: { loft, pigeon } }: { results: FlightResults; view: PigeonView }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, home } = results;
  const line = home[0]?.line ?? null;
  const { speed_rule: rule, release_time } = flight;
  const unit = t(speedUnit(rule));
  const state = line ? 'home' : stateOf(flight);
  const standing = standingOf(line?.speed ?? null, flight);
  const speed = (value: number) => formatSpeed(locale, value, rule);
  return (
    <li data-state={state}>
      <span className={styles.day}>
        {release_time && <Day at_ms={Date.parse(release_time)} time_zone={loft.time_zone} />}
      </span>
      <span className={styles.sign} aria-hidden="true">
        <Icon name={state === 'home' ? 'flag' : state === 'basketed' ? 'basket' : 'pigeon'} size={16} />
      </span>
      <div>
        <Link className={styles.flight} to={flightPath(flight)}>
          <bdi>{flight.name}</bdi>
          {flight.distance !== null && (
            <>
              {t('rows.comma')}
              <bdi>{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
            </>
          )}
        </Link>{' '}
        {flight.replay_factor !== null && <ReplayChip />}
        {state !== 'home' && flight.status !== 'official' && <StatusChip status={flight.status} />}
        {line?.speed != null && (
          <p className={styles.speed}>
            <span>
              <bdi className={`num ${styles.figure}`}>{speed(line.speed)}</bdi> {unit}
            </span>
            {standing !== null && (
              <span className={styles.bar} aria-hidden="true">
                <i style={{ inlineSize: `${(100 * standing).toFixed(1)}%` }} />
              </span>
            )}
            {flight.winner_speed !== null && (
              <small>
                {t('bird.winner_had', { speed: speed(flight.winner_speed) })}
                {/* While birds fly nobody knows it. */}
                {flight.middle_speed !== null && `, ${t('bird.middle_had', { speed: speed(flight.middle_speed) })}`}
              </small>
            )}
          </p>
        )}
      </div>
      <span className={styles.place}>
        {line ? (
          line.rank === null ? (
            t('bird.home')
          ) : (
            <>
              <PlaceLink flight={flight} pigeon_id={pigeon.pigeon_id} line={line} />
              <small>{t('bird.of', { total: formatNumber(locale, flight.basketed_count) })}</small>
              {flight.status === 'official' && isExplained(line) && (
                <a className={styles.certificate} href={certificatePath(flight, pigeon.pigeon_id)} download>
                  {t('certificate.title')}
                </a>
              )}
            </>
          )
        ) : (
          <small>{t(`bird.${state}`)}</small>
        )}
      </span>
    </li>
  );
}
