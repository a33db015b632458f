/** What has won a prize, and where: a pigeon by its ring or a team by its name, the flight or the ranking, and the place. */
import type { OwnPrize } from '#domain/prizes/contract.ts';
import { formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Ring } from '#web/ui/Ring.tsx';
import { fundName } from './prize-words.ts';

/** A pigeon by its ring, a team by its name. */
export function PrizeWinner({ ring, team }: Pick<OwnPrize, 'ring' | 'team'>) {
  return ring === null ? <bdi>{team}</bdi> : <Ring ring={ring} />;
}

/** The flight or the ranking, and the place in it. */
export function WonIn({ rank, ...of }: Pick<OwnPrize, 'name' | 'names' | 'rank'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <small>
      <bdi>{fundName(locale, of)}</bdi>
      {rank !== null && (
        <>
          {' · '}
          {t('place.place')} <bdi className="num">{formatNumber(locale, rank)}</bdi>
        </>
      )}
    </small>
  );
}

/** What was paid of a prize that is paid in parts, and what is left of it. */
export function PaidPart({ won_cents, paid_cents, currency }: Pick<OwnPrize, 'won_cents' | 'paid_cents' | 'currency'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (paid_cents <= 0 || paid_cents >= won_cents) return null;
  const amount = (cents: number) => formatMoney(locale, cents, currency);
  return <small>{t('prizes.part', { paid: amount(paid_cents), left: amount(won_cents - paid_cents) })}</small>;
}

/** The day until which a prize is paid, while something of it is left. */
export function PayBy({ pay_by, won_cents, paid_cents }: Pick<OwnPrize, 'pay_by' | 'won_cents' | 'paid_cents'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (pay_by === null || paid_cents >= won_cents) return null;
  return <small>{t('prizes.pay_by', { day: formatCalendarDay(locale, pay_by, 'named') })}</small>;
}

/** A prize among those of a season. */
export const keyOfPrize = ({ fund_id, pigeon_id, team }: Pick<OwnPrize, 'fund_id' | 'pigeon_id' | 'team'>): string =>
  `${fund_id} ${pigeon_id ?? team}`;
