/** What a bird has won, a line for each flight and ranking of its seasons, which leads to the prizes there. */
import type { BirdPrize } from '#web/lib/bird-prizes.ts';
import { useTranslation } from '#web/lib/translation.ts';
import lines from '#web/ui/in-rankings.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';

export function BirdPrizes({ prizes }: { prizes: readonly BirdPrize[] }) {
  const { t } = useTranslation();
  if (prizes.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="prizes">
      <div className={panel.head}>
        <h2 id="prizes">{t('rulebook.prizes')}</h2>
      </div>
      <ul className={lines.lines}>
        {prizes.map(({ path, name, place, amount, season, is_paid }) => (
          <li key={path}>
            <bdi className={`num ${lines.place}`}>{place ?? '–'}</bdi>
            <span>
              <Link to={path}>
                <bdi>{name}</bdi>
              </Link>
              <small>
                <bdi>{season}</bdi>
              </small>
            </span>
            <span className={lines.value}>
              <bdi className="num">{amount}</bdi>
              {is_paid && <small>{t('money.paid')}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
