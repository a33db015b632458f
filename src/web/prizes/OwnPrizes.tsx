/**
 * What the reader has won in a season, on a page that all readers share: the browser asks for it once the page is there,
 * and nobody else is told.
 */
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { OwnPrize, readOwnPrizes, readPayoutAccount } from '#domain/prizes/contract.ts';
import { payoutAccountPath } from '#web/lib/further-paths.ts';
import { formatCalendarDay, formatList, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { orderPath, prizesPath } from '#web/lib/paths.ts';
import { useMe, useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { keyOfKind, keyOfPrize, MovedPrizes, PaidPart, PayBy, PrizeWinner, WonIn, WonInKind } from './PrizeWinner.tsx';
import { prizeLook } from './prize-words.ts';
import styles from './prizes.module.css';

type Own = ReplyOf<typeof readOwnPrizes>;
type Account = ReplyOf<typeof readPayoutAccount>;

/**
 * The sums in a line whose room is there from the start, because it stands above the prizes of everybody; with it the
 * single prizes, the payouts and the papers.
 */
export function OwnPrizes({ loft_id, season_id, time_zone }: SeasonKey & { time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const reader = useRootData()?.reader;
  const user_id = useMe()?.id;
  const [own, setOwn] = useState<Own | null>(null);
  const [hasProvider, setProvider] = useState(false);
  useEffect(() => {
    setOwn(null);
    if (user_id === undefined) return undefined;
    const left = new AbortController();
    fetch(`/api/me/lofts/${loft_id}/seasons/${season_id}/prizes`, { signal: left.signal })
      .then(async (answer) => answer.ok && setOwn((await answer.json()) as Own))
      .then(() => fetch('/api/me/payout-account', { signal: left.signal }))
      .then(async (answer) => answer.ok && setProvider(((await answer.json()) as Account).is_offered))
      // The page was left, or there is no network: the next look asks again.
      .catch(() => {});
    return () => left.abort();
  }, [user_id, loft_id, season_id]);
  if (!reader) return null;
  if (own === null || own.prizes.length + own.in_kind.length + own.moved.length + own.payouts.length === 0)
    return <p className={styles.own_room}>{own && t('prizes.yours_none')}</p>;
  const { prizes, in_kind, moved, payouts } = own;
  const { currency } = prizes[0] ?? payouts[0] ?? moved[0] ?? {};
  const sum = (of: (prize: OwnPrize) => number) => prizes.reduce((cents, prize) => cents + of(prize), 0);
  const open_cents = sum(({ won_cents, paid_cents }) => won_cents - paid_cents);
  const at = prizesPath({ loft_id, season_id });
  // Who has won in kind alone has no sums.
  const amount = (cents: number) =>
    currency !== undefined && <bdi className="num">{formatMoney(locale, cents, currency)}</bdi>;
  return (
    <details className={`${panel.panel} ${styles.own}`}>
      <summary className={styles.own_line}>
        <Icon name="pin" />
        <b>{t('prizes.yours')}</b>
        {amount(sum(({ won_cents }) => won_cents))}
        <small className={styles.own_open}>
          {currency === undefined ? (
            <bdi>{formatList(locale, [...new Set(in_kind.map((one) => one.in_kind))])}</bdi>
          ) : (
            <>
              {t(open_cents < 0 ? 'prizes.to_give_back' : 'prizes.yours_open')} {amount(Math.abs(open_cents))}
            </>
          )}
        </small>
      </summary>
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
                <PaidPart {...prize} />
                <PayBy {...prize} />
                {prize.held_by === 'pedigree' && <MissingPedigree order_id={prize.pedigree_order_id} />}
              </span>
              {amount(prize.won_cents)}
            </li>
          );
        })}
        {in_kind.map((one) => (
          <li key={keyOfKind(one)}>
            <WonInKind {...one} />
          </li>
        ))}
        <MovedPrizes moved={moved} time_zone={time_zone} />
        {payouts.map(({ id, paid_on, amount_cents, taken_back }) => (
          <li key={`payout ${id}`}>
            <span>
              {taken_back ? (
                <>
                  <s>{t('prizes.paid_on', { day: formatCalendarDay(locale, paid_on, 'named') })}</s>
                  <small>
                    {t('prizes.taken_back_on', {
                      day: formatCalendarDay(locale, taken_back.on, 'named'),
                      reason: taken_back.reason,
                    })}
                  </small>
                </>
              ) : (
                <>
                  {t('prizes.paid_on', { day: formatCalendarDay(locale, paid_on, 'named') })}
                  <small>
                    <a href={`${at}/payouts/${id}/receipt.pdf`}>{t('prizes.receipt', { number: id })}</a>
                  </small>
                </>
              )}
            </span>
            {taken_back ? <s>{amount(amount_cents)}</s> : amount(amount_cents)}
          </li>
        ))}
      </ul>
      <p className={styles.papers}>
        <a href={`${at}/statement.pdf`}>{t('prizes.statement')}</a>
        {hasProvider && <Link to={payoutAccountPath}>{t('prizes.account')}</Link>}
      </p>
    </details>
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
