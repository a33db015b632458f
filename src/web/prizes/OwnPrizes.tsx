/**
 * What the reader has won in a season, on a page that all readers share: the browser asks for it once the page is there,
 * and nobody else is told.
 */
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { readOwnPrizes } from '#domain/prizes/contract.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { orderPath, prizesPath } from '#web/lib/paths.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { keyOfPrize, PrizeWinner, WonIn } from './PrizeWinner.tsx';
import { prizeLook } from './prize-words.ts';
import styles from './prizes.module.css';

type Own = ReplyOf<typeof readOwnPrizes>;
const nothing: Own = { prizes: [], payouts: [] };

export function OwnPrizes({ loft_id, season_id }: SeasonKey) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const user_id = useMe()?.id;
  const [own, setOwn] = useState<Own>(nothing);
  useEffect(() => {
    setOwn(nothing);
    if (user_id === undefined) return undefined;
    const left = new AbortController();
    fetch(`/api/me/lofts/${loft_id}/seasons/${season_id}/prizes`, { signal: left.signal })
      .then(async (answer) => answer.ok && setOwn((await answer.json()) as Own))
      // The page was left, or there is no network: the next look asks again.
      .catch(() => {});
    return () => left.abort();
  }, [user_id, loft_id, season_id]);
  const { prizes, payouts } = own;
  if (prizes.length === 0) return null;
  const open_cents = prizes.reduce((sum, { won_cents, paid_cents }) => sum + won_cents - paid_cents, 0);
  const { currency } = prizes[0]!;
  const at = prizesPath({ loft_id, season_id });
  return (
    <section className={`${panel.panel} ${styles.own}`} aria-labelledby="own">
      <div className={panel.head}>
        <Icon name="pin" />
        <h2 id="own">{t('prizes.yours')}</h2>
      </div>
      <ul>
        {prizes.map((prize) => {
          const { word, icon } = prizeLook(prize);
          return (
            <li key={keyOfPrize(prize)}>
              <span>
                <PrizeWinner {...prize} />
                <WonIn {...prize} />
                <small>
                  <Icon name={icon} size={16} /> {t(word)}
                </small>
                {prize.held_by === 'pedigree' && <MissingPedigree order_id={prize.pedigree_order_id} />}
              </span>
              <bdi className="num">{formatMoney(locale, prize.won_cents, currency)}</bdi>
            </li>
          );
        })}
      </ul>
      <p className={styles.own_open}>
        <b>{t(open_cents < 0 ? 'prizes.to_give_back' : 'prizes.yours_open')}</b>
        <bdi className="num">{formatMoney(locale, Math.abs(open_cents), currency)}</bdi>
      </p>
      <p className={styles.papers}>
        <a href={`${at}/statement.pdf`}>{t('prizes.statement')}</a>
        {payouts.map(({ id, paid_on, amount_cents }) => (
          <a key={id} href={`${at}/payouts/${id}/receipt.pdf`}>
            {t('prizes.paid_on', { day: formatCalendarDay(locale, paid_on, 'named') })}:{' '}
            <bdi>{formatMoney(locale, amount_cents, currency)}</bdi>
          </a>
        ))}
      </p>
    </section>
  );
}

/** Where the pedigree that a prize waits for is handed in: at the order of its bird, or to the loft. */
function MissingPedigree({ order_id }: { order_id: number | null }) {
  const { t } = useTranslation();
  if (order_id === null) return <small>{t('prizes.ask_pedigree')}</small>;
  return (
    <small>
      <Link to={`${orderPath(order_id)}/pigeons`}>{t('prizes.give_pedigree')}</Link>
    </small>
  );
}
