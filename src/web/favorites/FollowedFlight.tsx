/** A flight with the followed birds in it: those out with the window in which each is expected, then those at home. */
import type { ReactNode } from 'react';
import type { FollowedFlight as Followed } from '#domain/favorites/followed-contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName, TeamName } from '#web/ui/BirdName.tsx';
import { BirdNow } from '#web/ui/BirdNow.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { FlightName } from '#web/ui/FlightName.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { BirdsChip, ReplayChip } from '#web/ui/StatusChip.tsx';
import styles from './my-pigeons-page.module.css';

export function FollowedFlight({ loft, flight, birds, read_at }: Followed & { read_at: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const flies = flight.status === 'released';
  const home = birds.filter(({ is_home }) => is_home).length;
  const day_ms = raceTime(flight, Date.parse(read_at));
  return (
    <section className={panel.panel} aria-labelledby={`flight-${flight.id}`}>
      <div className={styles.flight}>
        <div>
          <p className={styles.chips}>
            <BirdsChip status={flight.status} areHome={home === birds.length} />
            {flight.replay_factor !== null && <ReplayChip />}
          </p>
          <h2 id={`flight-${flight.id}`}>
            <FlightName flight={flight} time_zone={loft.time_zone} />
          </h2>
          <LoftLink loft={loft} />
        </div>
        <div className={styles.count}>
          {!isBeforeRelease(flight.status) && (
            <span>{t('mine.home', { home: formatNumber(locale, home), count: birds.length })}</span>
          )}
          {flies && (
            <Link className={panel.button_primary} to={flightPath(flight)}>
              {t('race.watch')}
              <span className="visually-hidden"> {flight.name}</span>
            </Link>
          )}
        </div>
      </div>
      <ul className={styles.birds}>
        {birds.map((bird) => (
          <BirdRow key={bird.pigeon.pigeon_id} loft={loft} bird={bird.pigeon} isOut={flies && !bird.is_home}>
            <BirdNow bird={bird} flight={flight} time_zone={loft.time_zone} day_ms={day_ms} />
          </BirdRow>
        ))}
      </ul>
    </section>
  );
}

/** The birds that no flight has yet. */
export function WaitingBirds({ birds }: { birds: readonly { loft: Loft; pigeon: Bird }[] }) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="waiting">
      <div className={panel.head}>
        <h2 id="waiting">{t('bird.none')}</h2>
      </div>
      <ul className={styles.birds}>
        {birds.map(({ loft, pigeon }) => (
          <BirdRow key={pigeon.pigeon_id} loft={loft} bird={pigeon}>
            <LoftLink loft={loft} />
          </BirdRow>
        ))}
      </ul>
    </section>
  );
}

function LoftLink({ loft }: { loft: Loft }) {
  return (
    <p className={styles.loft}>
      <Flag country={loft.country} width={20} />
      <Link to={loftPath(loft.id)}>
        <bdi>{loft.name}</bdi>
      </Link>
    </p>
  );
}

interface BirdRowProps {
  loft: Loft;
  bird: Bird;
  isOut?: boolean;
  children: ReactNode;
}

function BirdRow({ loft, bird, isOut = false, children }: BirdRowProps) {
  return (
    <li data-out={isOut}>
      <div>
        <BirdName loft_id={loft.id} bird={bird} />
        {bird.team !== null && (
          <p className={styles.team}>
            <Flag country={bird.country} width={20} />
            <span>
              <TeamName loft_id={loft.id} team={bird} />
            </span>
          </p>
        )}
      </div>
      <div className={styles.state}>{children}</div>
    </li>
  );
}
