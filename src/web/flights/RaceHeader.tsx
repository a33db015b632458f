/** The head of a race in the air, or closed: its state, its clock, its figures, and the line home under the sky of the loft. */

import { memo } from 'react';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isUnflown } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber, skyAt } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath } from '#web/lib/paths.ts';
import { releaseWord } from '#web/lib/release-word.ts';
import { useTranslation } from '#web/lib/translation.ts';
import band from '#web/ui/band.module.css';
import { FieldLine, type MineOnLine } from '#web/ui/FieldLine.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { Distance, Speed } from '#web/ui/Measure.tsx';
import { RaceClock } from '#web/ui/RaceClock.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import sky from '#web/ui/sky.module.css';
import { Day, TimeOfDay } from '#web/ui/Times.tsx';
import type { BoardLine } from './board-line.ts';
import { sentencesOf } from './expected-sentences.tsx';
import styles from './flight.module.css';
import { LaterGroups } from './LaterGroups.tsx';
import { useMostWithin } from './most-within.ts';

export interface RaceHeaderProps {
  flight: Flight;
  loft: Loft;
  read_at: string;
  home_count: number;
  leader: BoardLine | null;
  expected: Expectation | null;
  /** The reader's birds, once they are known. */
  mine: MineOnLine | undefined;
}

export function RaceHeader({ flight, loft, read_at, home_count, leader, expected, mine }: RaceHeaderProps) {
  const flying = flight.status === 'released';
  const waiting = isUnflown(flight);
  const within = useMostWithin({ flight, loft, read_at, home_count, leader });
  return (
    <section
      className={sky.sky}
      data-sky={skyAt(flying ? raceTime(flight, Date.parse(read_at)) : Date.parse(read_at), loft.time_zone)}
      aria-labelledby="flight"
    >
      <div className={`wrap whole ${styles.head}`} data-clock={flying || undefined}>
        <Top flight={flight} loft={loft} read_at={read_at} />
        <Count flight={flight} home_count={home_count} />
        <Facts flight={flight} loft={loft} leader={leader} />
      </div>
      <div className={styles.line}>
        <FieldLine
          loft_id={loft.id}
          from={flight.release_point}
          to={loft.name}
          basketed={flight.basketed_count}
          home={home_count}
          state={waiting ? 'before' : flying ? 'flying' : 'over'}
          within={within}
          expected={flying ? sentencesOf(expected, flight, loft, read_at).slice(0, 1) : []}
          mine={mine}
        />
      </div>
    </section>
  );
}

/** Longer names are set smaller on phones, before they are cut at their end. */
const longName = 24;

/** The parts that do not change while birds arrive. */
const Top = memo(function Top({ flight, loft, read_at }: Pick<RaceHeaderProps, 'flight' | 'loft' | 'read_at'>) {
  const { t } = useTranslation();
  const flying = flight.status === 'released';
  const waiting = isUnflown(flight);
  return (
    <>
      <div className={styles.words}>
        <div className={styles.state}>
          <StatusChip status={flight.status} />
          {flight.replay_factor !== null && <ReplayChip />}
        </div>
        {flight.release_time && (
          <b className={styles.day}>
            <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} weekday />
          </b>
        )}
        <span className={styles.kind}>
          {t(`kind.${flight.kind}`)}
          <span>
            {' · '}
            <bdi>{flight.season_name}</bdi>
          </span>
        </span>
        <div className={styles.star}>
          <MarkMine loft_id={loft.id} kind="flights" id={flight.id} name={flight.name} look="sky" />
        </div>
        <h1 id="flight" data-long={flight.name.length > longName || undefined}>
          <bdi>{flight.name}</bdi>
        </h1>
        <p className={styles.loft}>
          <Flag country={loft.country} />
          <Link to={loftPath(loft.id)}>
            <bdi>{loft.name}</bdi>
          </Link>
          {(flight.release_point || flight.release_time) && (
            <span className={styles.released}>
              <span>
                {t(releaseWord(flight))}
                {flight.release_point && <bdi>{flight.release_point}</bdi>}
              </span>
              {flight.release_time && <TimeOfDay at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} />}
              <span className={styles.groups}>
                <LaterGroups groups={flight.release_groups} time_zone={loft.time_zone} />
              </span>
              {!waiting && flight.reported_late && <span className={styles.reported}>{t('race.reported_late')}</span>}
            </span>
          )}
        </p>
      </div>
      {flying && flight.release_time && (
        <p className={styles.clock}>
          {/* A phone has room for the sign of a replay alone. */}
          <span>{t('race.running')}</span>
          <RaceClock release_time={flight.release_time} replay_factor={flight.replay_factor} read_at={read_at} />
        </p>
      )}
    </>
  );
});

/** How many birds are home, or basketed for a flight that was not released. */
function Count({ flight, home_count }: Pick<RaceHeaderProps, 'flight' | 'home_count'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const waiting = isUnflown(flight);
  return (
    <p className={`${styles.clock} ${styles.count} ${waiting ? '' : styles.home}`}>
      <span>{t(waiting ? 'race.basketed' : 'race.home')}</span>
      <bdi className="num">{formatNumber(locale, waiting ? flight.basketed_count : home_count)}</bdi>
      {!waiting && <OfTotal total={flight.basketed_count} />}
    </p>
  );
}

function Facts({ flight, loft, leader }: Pick<RaceHeaderProps, 'flight' | 'loft' | 'leader'>) {
  const { t } = useTranslation();
  return (
    <dl className={`${band.facts} ${styles.facts}`}>
      {leader?.speed != null && (
        <div>
          <dt>{t('race.fastest')}</dt>
          <dd>
            <Speed speed={leader.speed} rule={flight.rules.speed} />
          </dd>
        </div>
      )}
      {flight.distance !== null && (
        <div>
          <dt>{t('race.distance')}</dt>
          <dd>
            <Distance distance={flight.distance} unit={loft.unit} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** `of 812`, with the figure as an element of its own wherever the language puts it. */
function OfTotal({ total }: { total: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [before, after] = t('race.of_total', { total: '|' }).split('|');
  return (
    <span className={styles.total}>
      {before}
      <bdi dir="ltr" className="num">
        {formatNumber(locale, total)}
      </bdi>
      {after}
    </span>
  );
}
