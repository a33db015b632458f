/** The rulings on a flight in race control: those that wait for a second person, and the way to a new one. */
import type { Ruling } from '#domain/rulings/contract.ts';
import { newRulingPath, rulingsPath } from '#web/lib/admin-paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './control.module.css';
import type { RaceControl } from './control.ts';

export function ControlRulings({ view, waiting }: { view: RaceControl; waiting: readonly Ruling[] }) {
  const { t } = useTranslation();
  const { season, flight } = view;
  return (
    <section className={panel.panel} aria-labelledby="rulings">
      <div className={panel.head}>
        <h2 id="rulings">
          <Link to={rulingsPath(season.id, flight.id)}>{t('ruling.title')}</Link>
        </h2>
        {flight.replay_factor === null && (
          <Link className={`${panel.button} ${styles.end}`} to={newRulingPath(season.id, flight.id)}>
            <Icon name="plus" />
            {t('ruling.new')}
          </Link>
        )}
      </div>
      <ul className={styles.signs}>
        {waiting.map(({ n, kind, by, about, is_own }) => (
          <li key={n}>
            <Icon name="hourglass" />
            <span>
              <Link to={`${rulingsPath(season.id, flight.id)}/${n}`}>
                {t('ruling.number', { n })}: {t(`ruling.kind_${kind}`)}
              </Link>{' '}
              {about.bird && <Ring ring={about.bird.ring} />}
              <small>
                {t('ruling.prepared')} · {t(is_own ? 'ruling.makes' : 'ruling.prepared_by', { name: by })}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
