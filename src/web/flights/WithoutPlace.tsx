/** The birds without a place: clocked after the closing, or disqualified. */
import type { LateBird } from '#domain/arrivals/late-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { pigeonPath, placePath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './late.module.css';

interface WithoutPlaceProps {
  flight: Flight;
  loft: Loft;
  birds: readonly LateBird[];
  disqualified: readonly Bird[];
}

export function WithoutPlace({ flight, loft, birds, disqualified }: WithoutPlaceProps) {
  const { t } = useTranslation();
  return (
    <>
      <List id="late" title={t('late.title')} text={t('late.text')} flight={flight} loft={loft} birds={birds} />
      <List
        id="disqualified"
        title={t('pigeon_status.disqualified')}
        flight={flight}
        loft={loft}
        birds={disqualified}
      />
    </>
  );
}

interface ListProps extends Pick<WithoutPlaceProps, 'flight' | 'loft'> {
  id: string;
  title: string;
  text?: string;
  birds: readonly (Bird & { time?: string })[];
}

function List({ id, title, text, flight, loft, birds }: ListProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!birds.length) return null;
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div className={panel.head}>
        <h2 id={id}>
          {title} <bdi className="num">{formatNumber(locale, birds.length)}</bdi>
        </h2>
        {text && <small>{text}</small>}
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
            <Link to={placePath(flight, bird.pigeon_id)}>{t('place.why')}</Link>
            {time && <Moment at_ms={Date.parse(time)} time_zone={loft.time_zone} short />}
          </li>
        ))}
      </ul>
    </section>
  );
}
