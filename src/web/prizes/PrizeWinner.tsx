/** What has won a prize, and where: a pigeon by its ring or a team by its name, the flight or the ranking, and the place. */
import type { MovedPrize, OwnPrize, PrizeInKind } from '#domain/prizes/contract.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Ring } from '#web/ui/Ring.tsx';
import { awardWords, fundName, movedWords } from './prize-words.ts';

/** A pigeon by its ring, a team by its name. */
export function PrizeWinner({ ring, team }: Pick<OwnPrize, 'ring' | 'team'>) {
  return ring === null ? <bdi>{team}</bdi> : <Ring ring={ring} />;
}

/** The flight or the ranking with what was won there: the place or a special prize, or each of several with its amount. */
export function WonIn({
  rank,
  awards,
  currency,
  ...of
}: Pick<OwnPrize, 'name' | 'names' | 'rank' | 'awards' | 'currency'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const name = <bdi>{fundName(locale, of)}</bdi>;
  if (awards.length > 1)
    return (
      <>
        <small>{name}</small>
        {awards.map((award) => {
          const words = awardWords({ t, locale }, { rank, special: award.special });
          return (
            <small key={words}>
              {words}: <bdi className="num">{formatMoney(locale, award.amount_cents, currency)}</bdi>
            </small>
          );
        })}
      </>
    );
  const words = awardWords({ t, locale }, { rank, special: awards[0]?.special ?? null });
  return (
    <small>
      {name}
      {words !== '' && ` · ${words}`}
    </small>
  );
}

/** A prize in kind: its pigeon, the flight, for what it is given, and what is given. */
export function WonInKind({ name, rank, special, in_kind, ring, team }: PrizeInKind) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <>
      <span>
        <PrizeWinner ring={ring} team={team} />
        <small>
          <bdi>{name}</bdi> · {awardWords({ t, locale }, { rank, special })}
        </small>
      </span>
      <bdi>{in_kind}</bdi>
    </>
  );
}

/** What a prize was before a correction, and what it is by it. */
export function MovedAmount({
  before_cents,
  after_cents,
  currency,
}: Pick<MovedPrize, 'before_cents' | 'after_cents' | 'currency'>) {
  const { locale } = usePage();
  return (
    <span className="num">
      <s>
        <bdi>{formatMoney(locale, before_cents, currency)}</bdi>
      </s>{' '}
      <bdi>{formatMoney(locale, after_cents, currency)}</bdi>
    </span>
  );
}

/** The prizes of a person that corrections changed. */
export function MovedPrizes({ moved, time_zone }: { moved: readonly MovedPrize[]; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return moved.map((one) => (
    <li key={`${one.at} ${one.name} ${one.ring ?? one.team}`}>
      <span>
        <PrizeWinner {...one} />
        <small>
          <bdi>{fundName(locale, one)}</bdi> · {t('prizes.moved')}
        </small>
        <small suppressHydrationWarning>
          <bdi>{movedWords({ t, locale }, one, time_zone)}</bdi>
        </small>
      </span>
      <MovedAmount {...one} />
    </li>
  ));
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

/** A prize in kind among those of a season. */
export const keyOfKind = ({ flight_id, pigeon_id, special: { to, place }, in_kind }: PrizeInKind): string =>
  `${flight_id} ${pigeon_id} ${to} ${place} ${in_kind}`;
