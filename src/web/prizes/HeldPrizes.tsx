/** The prizes of birds that are nobody's yet, each with its team, which is given to an account. */
import type { HeldPrize } from '#domain/prizes/contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { StateChip } from '#web/ui/StateChip.tsx';
import { prizeLook } from './prize-words.ts';
import styles from './prizes.module.css';

export function HeldPrizes({ held, season_id }: { held: readonly HeldPrize[]; season_id: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <section className={panel.panel} aria-labelledby="held">
      <div className={panel.head}>
        <h2 id="held">{t('prizes.nobodys')}</h2>
      </div>
      <div className={styles.held}>
        <p>{t('prizes.nobodys_text')}</p>
        <ul className={styles.birds}>
          {held.map((prize) => {
            const { flight_id, flight, pigeon_id, ring, rank, team_id, team, won_cents, currency } = prize;
            const { word, look, icon } = prizeLook(prize);
            return (
              <li key={`${flight_id} ${pigeon_id}`}>
                <span>
                  <Ring ring={ring} />
                  {team_id !== null && (
                    <small>
                      <Link to={`${seasonAdminPath(season_id)}/teams/${team_id}`}>
                        <bdi>{team}</bdi>
                      </Link>
                    </small>
                  )}
                  <small>
                    <bdi>{flight}</bdi>
                    {rank !== null && ` · ${t('place.place')} ${formatNumber(locale, rank)}`}
                  </small>
                </span>
                <bdi className="num">{formatMoney(locale, won_cents, currency)}</bdi>
                <StateChip look={look} icon={icon}>
                  {t(word)}
                </StateChip>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
