/** The seasons of one bird, each with its name in that season and a link to its page. */
import type { BirdSeason } from '#domain/pigeons/bird-contract.ts';
import { underRing } from '#web/lib/bird-facts.ts';
import { pigeonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bird-seasons.module.css';
import { Flag } from './Flag.tsx';
import { Link } from './Link.tsx';
import { Ring } from './Ring.tsx';
import { Sex } from './Sex.tsx';

export function BirdSeasons({ seasons }: { seasons: readonly BirdSeason[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.seasons}>
      {seasons.map(({ loft, season, pigeon, flight_count }) => (
        <li key={`${loft.id} ${pigeon.pigeon_id}`}>
          <Link to={pigeonPath({ loft_id: loft.id, ...pigeon })}>
            <Flag country={loft.country} />
            <span className={styles.season}>
              <b>
                <bdi>{loft.name}</bdi> <bdi>{season.name}</bdi>
              </b>
              <span className={styles.about}>
                <Ring ring={pigeon.ring} />
                <Sex sex={pigeon.sex} />
                {underRing(t, pigeon).map(({ fact, text }) => (
                  <bdi key={fact}>{text}</bdi>
                ))}
                {pigeon.team && <bdi>{pigeon.team}</bdi>}
              </span>
            </span>
            {flight_count !== null && <small>{t('lofts.flights', { count: flight_count })}</small>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
