/** Who leads the rankings of a season (mock 04): the first lines of each, which leads to the whole ranking. */
import type { Leaders } from '#web/lib/leaders.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from './Flag.tsx';
import { Icon } from './Icon.tsx';
import styles from './in-rankings.module.css';
import { Link } from './Link.tsx';
import panel from './panel.module.css';
import { Ring } from './Ring.tsx';

export function RankingLeaders({ rankings }: { rankings: readonly Leaders[] }) {
  const { t } = useTranslation();
  if (rankings.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="leaders">
      <div className={panel.head}>
        <h2 id="leaders">
          <Icon name="trophy" size={20} /> {t('aces.title')}
        </h2>
      </div>
      {rankings.map(({ to, name, state, measure, lines }) => (
        <div key={to} className={styles.ranking}>
          <h3>
            <Link to={to}>
              <bdi>{name}</bdi>
            </Link>
          </h3>
          <p>
            {state} · {measure}
          </p>
          <ol className={styles.lines}>
            {lines.map((line) => (
              <li key={line.key}>
                <bdi className={`num ${line.is_open ? styles.open : styles.place}`}>{line.place}</bdi>
                <span suppressHydrationWarning>
                  <Flag country={line.country} width={20} />{' '}
                  {line.ring ? (
                    <>
                      <Ring ring={line.ring} />
                      <small>
                        <bdi>{line.name}</bdi>
                      </small>
                    </>
                  ) : (
                    <bdi>{line.name ?? '–'}</bdi>
                  )}
                </span>
                <bdi dir="ltr" className={`num ${styles.value}`}>
                  {line.value}
                </bdi>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
