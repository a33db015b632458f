/**
 * The first birds of a race by rank: with their clocking times while birds are in the air, afterwards with their
 * speeds.
 */

import type { RaceWithFirst } from '#domain/arrivals/home-page-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { clockTime, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { pigeonPath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from './Flag.tsx';
import styles from './first-birds.module.css';
import { Link } from './Link.tsx';
import medal from './medal.module.css';
import { Ring } from './Ring.tsx';

export interface FirstBirdsProps {
  birds: RaceWithFirst['first'];
  loft: Loft;
  rule: SpeedRule;
  timed?: boolean;
}

export function FirstBirds({ birds, loft, rule, timed = false }: FirstBirdsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const unit = t(speedUnit(rule));
  return (
    <ol className={styles.birds}>
      {birds.map((bird) => {
        const speed = bird.speed === null ? '' : formatSpeed(locale, bird.speed, rule);
        return (
          <li key={bird.pigeon_id}>
            <b className={`num ${medal.medal} ${styles.rank}`} data-rank={bird.rank}>
              <span className="visually-hidden">{t('board.rank')} </span>
              {bird.rank !== null && formatNumber(locale, bird.rank)}
            </b>
            <Flag country={bird.country} />
            <span className={styles.who}>
              {isOwnNumber(bird.pigeon_id) ? (
                <Link to={pigeonPath({ ...bird, loft_id: loft.id })}>
                  <Ring ring={bird.ring} />
                </Link>
              ) : (
                <Ring ring={bird.ring} />
              )}
              <small>
                <bdi>{bird.team ?? bird.fancier}</bdi>
              </small>
            </span>
            {timed && bird.time !== null ? (
              <span className={styles.end}>
                <time dir="ltr" className="num" dateTime={bird.time}>
                  {clockTime(Date.parse(bird.time), loft.time_zone).time}
                </time>
                <small>
                  <bdi className="num">{speed}</bdi>
                  <span className="visually-hidden"> {unit}</span>
                </small>
              </span>
            ) : (
              <span className={styles.end}>
                <bdi className="num">{speed}</bdi> {speed && <small>{unit}</small>}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
