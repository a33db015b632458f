/** The birds that were clocked after the closing: home, without a place. */
import type { LateBird } from '#domain/arrivals/late-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { pigeonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './late.module.css';

interface LateBirdsProps {
  flight: Flight;
  loft: Loft;
  birds: readonly LateBird[];
}

export function LateBirds({ flight, loft, birds }: LateBirdsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!birds.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="late">
      <div className={panel.head}>
        <h2 id="late">
          {t('late.title')} <bdi className="num">{formatNumber(locale, birds.length)}</bdi>
        </h2>
        <small>{t('late.text')}</small>
      </div>
      <ul className={styles.late}>
        {birds.map(({ time, ...bird }) => (
          <li key={bird.pigeon_id}>
            <Flag country={bird.country} width={20} />
            <span>
              <Link to={pigeonPath({ loft_id: flight.loft_id, ...bird })}>
                <Ring ring={bird.ring} />
              </Link>{' '}
              <small>
                <bdi>{bird.team ?? bird.fancier}</bdi>
              </small>
            </span>
            <Moment at_ms={Date.parse(time)} time_zone={loft.time_zone} short />
          </li>
        ))}
      </ul>
    </section>
  );
}
