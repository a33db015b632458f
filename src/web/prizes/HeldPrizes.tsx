/** The prizes of birds that are nobody's yet, each with its team, which is given to an account. */
import type { HeldPrize } from '#domain/prizes/contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { StateChip } from '#web/ui/StateChip.tsx';
import { keyOfPrize, PrizeWinner, WonIn } from './PrizeWinner.tsx';
import { prizeLook } from './prize-words.ts';
import styles from './prizes.module.css';

interface HeldPrizesProps {
  held: readonly HeldPrize[];
  season_id: number;
}

/** So many stand there at once, the others behind a fold: before the teams have accounts they may be all of a final. */
const shownAtOnce = 8;

export function HeldPrizes({ held, ...of }: HeldPrizesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { currency } = held[0]!;
  const rest = held.slice(shownAtOnce);
  return (
    <section className={panel.panel} aria-labelledby="held">
      <div className={panel.head}>
        <h2 id="held">{t('prizes.nobodys')}</h2>
        <small className={styles.state}>
          <bdi className="num">
            {formatMoney(
              locale,
              held.reduce((sum, { won_cents }) => sum + won_cents, 0),
              currency,
            )}
          </bdi>
        </small>
      </div>
      <div className={styles.held}>
        <p>{t('prizes.nobodys_text')}</p>
        <HeldList held={held.slice(0, shownAtOnce)} {...of} />
        {rest.length > 0 && (
          <details className={styles.pay}>
            <summary className={panel.button}>{t('control.more', { n: formatNumber(locale, rest.length) })}</summary>
            <HeldList held={rest} {...of} />
          </details>
        )}
      </div>
    </section>
  );
}

function HeldList({ held, season_id }: HeldPrizesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <ul className={styles.birds}>
      {held.map((prize) => {
        const { pigeon_id, team_id, team, won_cents, currency } = prize;
        const { word, look, icon } = prizeLook(prize);
        return (
          <li key={keyOfPrize(prize)}>
            <span>
              {pigeon_id !== null && <PrizeWinner {...prize} />}
              {team_id !== null && (
                <small>
                  <Link to={`${seasonAdminPath(season_id)}/teams/${team_id}`}>
                    <bdi>{team}</bdi>
                  </Link>
                </small>
              )}
              <WonIn {...prize} />
            </span>
            <bdi className="num">{formatMoney(locale, won_cents, currency)}</bdi>
            {prize.held_by !== 'account' && (
              <StateChip look={look} icon={icon}>
                {t(word)}
              </StateChip>
            )}
          </li>
        );
      })}
    </ul>
  );
}
