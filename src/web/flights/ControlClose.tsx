/** What the clocks cannot be sure of: birds that they cannot tell apart, clocks that differ, antennas the wrong way round. */
import { newRulingPath } from '#web/lib/admin-paths.ts';
import { formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { placePath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './control.module.css';
import type { RaceControl } from './control.ts';

export function ControlClose({ view }: { view: RaceControl }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { close, season, flight } = view;
  if (!close.total) return null;
  const number = (n: number) => formatNumber(locale, n);
  return (
    <section className={panel.panel} aria-labelledby="close">
      <div className={panel.head}>
        <h2 id="close">
          {t('control.close')} <bdi className={`num ${styles.count}`}>{number(close.total)}</bdi>
        </h2>
      </div>
      <p className={styles.none}>
        {t(`rulebook.close_${close.rule}`)}{' '}
        {close.to_decide > 0
          ? t('control.close_to_decide', { n: number(close.to_decide) })
          : t('control.close_decided')}
      </p>
      {close.to_decide > 0 && (
        <p className={styles.none}>
          <Link className={panel.button} to={newRulingPath(season.id, flight.id, { kind: 'close_times', show: 1 })}>
            {t('control.close_decide')}
          </Link>
        </p>
      )}
      <ul className={styles.birds}>
        {close.rows.map(({ pigeon_id, ring, country, rank, best, worst }) => (
          <li key={pigeon_id}>
            <Flag country={country} width={20} />
            <Link to={placePath(flight, pigeon_id)}>
              <Ring ring={ring} />
            </Link>
            <span>
              <bdi className="num">{number(rank)}</bdi>{' '}
              <small>{t('control.place_from_to', { from: number(best), to: number(worst) })}</small>
            </span>
          </li>
        ))}
      </ul>
      {close.total > close.rows.length && (
        <p className={styles.none}>{t('control.more', { n: number(close.total - close.rows.length) })}</p>
      )}
    </section>
  );
}

/** Clocks beside each other, and the antennas of one clock. */
export function ControlCompared({ view }: { view: RaceControl }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { compared, antennas } = view;
  if (!compared.length && !antennas.length) return null;
  const seconds = (ms: number) => formatMeasure(locale, ms / 1000, 'second', { decimals: 3 });
  return (
    <section className={panel.panel} aria-labelledby="compared">
      <div className={panel.head}>
        <h2 id="compared">{t('control.compared')}</h2>
      </div>
      {compared.map(({ earlier, later, birds, by_ms, apart }) => (
        <div key={`${earlier} ${later}`}>
          <p className={styles.none}>
            {t('control.later', { earlier, later, time: seconds(by_ms), n: formatNumber(locale, birds) })}
            {apart.length > 0 && ` ${t('control.apart')}`}
          </p>
          {apart.length > 0 && <NamedBirds view={view} birds={apart} figure={({ by_ms: own_ms }) => seconds(own_ms)} />}
        </div>
      ))}
      {antennas.map(({ clock, first, second, birds }) => (
        <div key={`${clock} ${first} ${second}`}>
          <h3 className={styles.none}>{t('control.antennas')}</h3>
          <p className={styles.none}>{t('control.antenna_order', { clock, first, second })}</p>
          <NamedBirds view={view} birds={birds} figure={() => null} />
        </div>
      ))}
    </section>
  );
}

type Named = RaceControl['not_home']['rows'][number];

function NamedBirds<Bird extends Named>({
  view: { season, flight },
  birds,
  figure,
}: {
  view: RaceControl;
  birds: readonly Bird[];
  figure: (bird: Bird) => string | null;
}) {
  const { t } = useTranslation();
  return (
    <ul className={styles.birds}>
      {birds.map((bird) => (
        <li key={bird.pigeon_id}>
          <Flag country={bird.country} width={20} />
          <Link to={placePath(flight, bird.pigeon_id)}>
            <Ring ring={bird.ring} />
          </Link>
          {figure(bird) !== null && <bdi className="num">{figure(bird)}</bdi>}
          <Link className={panel.button} to={newRulingPath(season.id, flight.id, { ring: bird.ring })}>
            {t('ruling.rule_on_it')}
          </Link>
        </li>
      ))}
    </ul>
  );
}
