/** The prizes of a flight: its winners by place, how those on one place share, and what was paid. */
import { Fragment } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { PrizedBird, readPrizes, Sharing } from '#domain/prizes/contract.ts';
import { formatCalendarDay, formatMoney, formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName, TeamName } from '#web/ui/BirdName.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import medal from '#web/ui/medal.module.css';
import panel from '#web/ui/panel.module.css';
import { StateChip } from '#web/ui/StateChip.tsx';
import { Table } from '#web/ui/Table.tsx';
import { ClockedAt } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import { MovedAmount } from './PrizeWinner.tsx';
import { movedWords, prizeLook } from './prize-words.ts';
import styles from './prizes.module.css';
import { SharedBy } from './SharedBy.tsx';
import { SpecialPrizes } from './SpecialPrizes.tsx';

type Shown = NonNullable<ReplyOf<typeof readPrizes>['shown']>;

interface FlightPrizesProps extends Shown {
  loft: Loft;
  currency: string;
}

export function FlightPrizes(props: FlightPrizesProps) {
  const { loft, currency, id, name, release_time, status, promised_cents, won_cents, is_hidden, groups } = props;
  const { rest, not_home, special, moved, pay_by } = props;
  const { t } = useTranslation();
  const { locale } = usePage();
  const birds = groups.flatMap((group) => group.birds);
  const ofRank = Map.groupBy(birds, ({ rank }) => rank);
  const special_cents = special.flatMap((one) => one.birds).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const table_cents = birds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const lines = [
    not_home.birds > 0 &&
      ([t('prizes.not_home', { n: formatNumber(locale, not_home.birds) }), not_home.amount_cents] as const),
    special_cents > 0 && ([t('special.title'), special_cents] as const),
    rest && rest.cents > 0 && rest.to !== 'loft' && ([t(`prizes.rest_${rest.to}`), rest.cents] as const),
    status === 'official' &&
      promised_cents !== null &&
      promised_cents > won_cents &&
      ([t('prizes.not_won'), promised_cents - won_cents] as const),
  ].filter((line) => line !== false && line !== null);
  return (
    <section className={panel.panel} aria-labelledby="flight">
      <div className={panel.head}>
        <h2 id="flight">
          <Link to={flightPath({ loft_id: loft.id, id })}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <small suppressHydrationWarning>
          {release_time !== null && formatNamedDay(locale, Date.parse(release_time), loft.time_zone)}
        </small>
        <small className={styles.state}>
          {t(`status.${status}`)}
          {promised_cents !== null && (
            <>
              {' · '}
              {t('prizes.promised')} <bdi className="num">{formatMoney(locale, promised_cents, currency)}</bdi>
            </>
          )}
          {pay_by !== null && ` · ${t('prizes.pay_by', { day: formatCalendarDay(locale, pay_by, 'named') })}`}
        </small>
      </div>
      {groups.length === 0 ? (
        <Empty title={t('prizes.nobody')} text={t(is_hidden ? 'prizes.hidden_text' : 'prizes.nobody_text')} />
      ) : (
        <Table caption={name} cards className={styles.prizes}>
          <thead>
            <tr>
              <th scope="col">{t('place.place')}</th>
              <th scope="col">{t('board.pigeon')}</th>
              <th scope="col">{t('prizes.goes_to')}</th>
              <th scope="col" className={table.figure}>
                {t('board.time')}
              </th>
              <th scope="col" className={table.figure}>
                {t('place.prize')}
              </th>
              {groups.some(isShared) && <th scope="col">{t('prizes.shared')}</th>}
              <th scope="col">{t('admin.state')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <Fragment key={group.from}>
                {group.birds.map((bird, i) => (
                  <Row
                    key={bird.bird.pigeon_id}
                    loft={loft}
                    currency={currency}
                    line={bird}
                    group={group}
                    isEqual={ofRank.get(bird.rank)!.length > 1}
                    isFirst={i === 0}
                    hasShares={groups.some(isShared)}
                  />
                ))}
              </Fragment>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                {t('board.prize_places', { count: birds.length, n: formatNumber(locale, birds.length) })}
              </th>
              <td className={table.figure}>
                <bdi className="num">{formatMoney(locale, table_cents, currency)}</bdi>
              </td>
              <td colSpan={groups.some(isShared) ? 2 : 1} />
            </tr>
            {lines.map(([line, cents]) => (
              <tr key={line}>
                <th scope="row" colSpan={4}>
                  {line}
                </th>
                <td className={table.figure}>
                  <bdi className="num">{formatMoney(locale, cents, currency)}</bdi>
                </td>
                <td colSpan={groups.some(isShared) ? 2 : 1} />
              </tr>
            ))}
          </tfoot>
        </Table>
      )}
      {birds.some(({ state }) => state === 'held') && <p className={styles.why}>{t('prizes.held_why')}</p>}
      {special.length > 0 && <SpecialPrizes loft={loft} currency={currency} special={special} />}
      {moved.length > 0 && (
        <div className={styles.held} id="moved">
          <h3>{t('prizes.moved')}</h3>
          <ul className={styles.birds}>
            {moved.map((one) => (
              <li key={`${one.at} ${one.bird.pigeon_id}`}>
                <span>
                  <BirdName loft_id={loft.id} bird={one.bird} />
                  <small suppressHydrationWarning>
                    <bdi>{movedWords({ t, locale }, one, loft.time_zone)}</bdi>
                  </small>
                </span>
                <MovedAmount {...one} currency={currency} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Whether birds divide the prizes of these places; on one place they need not. */
const isShared = ({ is_shared }: Sharing) => is_shared;

interface RowProps {
  loft: Loft;
  currency: string;
  line: PrizedBird;
  group: Sharing;
  /** Whether another bird has its place. */
  isEqual: boolean;
  isFirst: boolean;
  hasShares: boolean;
}

function Row({ loft, currency, line, group, isEqual, isFirst, hasShares }: RowProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const mine = useMine(loft.id);
  const { bird, rank, time, day, amount_cents, paid_on } = line;
  const { word, look, icon } = prizeLook(line);
  return (
    <tr className={isMine(mine, bird) ? table.mine : undefined} data-tie={isFirst ? undefined : true}>
      <td>
        <bdi className={`num ${styles.rank} ${medal.medal}`} data-rank={rank}>
          {formatNumber(locale, rank)}
          {isEqual && '='}
        </bdi>
      </td>
      <td>
        <BirdName loft_id={loft.id} bird={bird} />
      </td>
      <td data-label={t('prizes.goes_to')}>
        <div className={table.flagged}>
          <Flag country={bird.country} />
          <span>
            <TeamName loft_id={loft.id} team={bird} />
          </span>
        </div>
      </td>
      <td data-label={t('board.time')} className={table.figure}>
        {time !== null && (
          <ClockedAt
            reader={{ t, locale, own_zone: null }}
            at_ms={Date.parse(time)}
            time_zone={loft.time_zone}
            decimals={3}
          />
        )}
        {day !== null && day > 1 && <small className={styles.day}>{t('board.day', { day })}</small>}
      </td>
      <td data-label={t('place.prize')} className={table.figure}>
        <bdi className={`num ${styles.amount}`}>{formatMoney(locale, amount_cents, currency)}</bdi>
      </td>
      {hasShares &&
        (isShared(group) ? (
          isFirst && (
            <td rowSpan={group.birds.length} className={styles.shared}>
              <SharedBy
                {...group}
                amounts={group.birds.map(({ amount_cents }) => amount_cents)}
                currency={currency}
                word={group.is_drop ? 'prizes.first_drop' : 'prizes.same_time'}
              />
            </td>
          )
        ) : (
          <td className={styles.alone} />
        ))}
      <td data-label={t('admin.state')}>
        <StateChip look={look} icon={icon}>
          {paid_on !== null && line.state === 'paid'
            ? t('prizes.paid_on', { day: formatCalendarDay(locale, paid_on, 'named') })
            : t(word)}
        </StateChip>
      </td>
    </tr>
  );
}
