/** The first three of a result: the winner in the middle, on phones above the others. */

import { secondDecimals } from '#domain/arrivals/clock.ts';
import type { PodiumBird } from '#domain/arrivals/podium-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { explainsPlaces, isOwnNumber } from '#domain/seasons/visibility.ts';
import { formatNumber, formatPrize, formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { pigeonPath, placePath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdPhoto } from '#web/ui/BirdPhoto.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Speed } from '#web/ui/Measure.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { ClockedAt, useOwnZone } from '#web/ui/Times.tsx';
import styles from './podium.module.css';

export interface PodiumProps {
  flight: Flight;
  loft: Loft;
  birds: readonly PodiumBird[];
}

export function Podium({ flight, loft, birds }: PodiumProps) {
  const { t } = useTranslation();
  return (
    <ol className={styles.podium} aria-label={t('result.podium')}>
      {birds.map((bird) => (
        <Step key={bird.pigeon_id} flight={flight} loft={loft} bird={bird} />
      ))}
    </ol>
  );
}

function Step({ flight, loft, bird }: Omit<PodiumProps, 'birds'> & { bird: PodiumBird }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own_zone = useOwnZone();
  const { pigeon_id, rank, ring, time, speed, photo, prize } = bird;
  const owner = bird.team || bird.fancier;
  return (
    <li data-rank={rank} data-photo={photo !== null || undefined}>
      {photo && (
        <div className={styles.photo}>
          <BirdPhoto photo={photo} ring={ring} />
        </div>
      )}
      <div className={styles.words}>
        {rank !== null && <b className={`num ${styles.rank}`}>{formatNumber(locale, rank)}</b>}
        <span className={styles.ring}>
          {isOwnNumber(pigeon_id) ? (
            <Link to={pigeonPath({ ...bird, loft_id: loft.id })}>
              <Ring ring={ring} />
            </Link>
          ) : (
            <Ring ring={ring} />
          )}
        </span>
        {owner && (
          <span className={styles.team}>
            <Flag country={bird.country} width={20} />
            <bdi>{owner}</bdi>
          </span>
        )}
        {time !== null && (
          <b>
            <ClockedAt
              reader={{ t, locale, own_zone }}
              at_ms={Date.parse(time)}
              time_zone={loft.time_zone}
              decimals={secondDecimals(flight.resolution_ms, flight.rules.precision_ms)}
            />
          </b>
        )}
        {speed !== null && (
          <span>
            <Speed speed={speed} rule={flight.rules.speed} />
          </span>
        )}
        {prize && (
          <b className={styles.prize}>
            <bdi>
              {prize.cents === null
                ? t('place.of_fund', { share: formatShare(locale, prize.share!) })
                : formatPrize(locale, prize.cents, prize.currency)}
            </bdi>
          </b>
        )}
        {explainsPlaces(flight.hidden) && (
          <Link to={placePath(flight, pigeon_id)} className={styles.why}>
            {t('place.why')}
            <span className="visually-hidden"> {ring}</span>
          </Link>
        )}
      </div>
    </li>
  );
}
