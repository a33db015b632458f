/** The prizes of a ranking: who has won them by place, how equal ones share, and what was paid. */
import type { ReplyOf } from '#domain/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { RankedSharing, RankedWinner, readPrizes } from '#domain/prizes/contract.ts';
import { formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { acesPath, teamPath } from '#web/lib/paths.ts';
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
import table from '#web/ui/table.module.css';
import { fundName, prizeLook } from './prize-words.ts';
import styles from './prizes.module.css';
import { SharedBy } from './SharedBy.tsx';

type Shown = NonNullable<ReplyOf<typeof readPrizes>['ranking']>;

interface RankingPrizesProps extends Shown {
  loft: Loft;
  season_id: number;
  currency: string;
}

export function RankingPrizes(props: RankingPrizesProps) {
  const { loft, season_id, currency, of, id, promised_cents, won_cents, is_hidden, pay_by, groups } = props;
  const { t } = useTranslation();
  const { locale } = usePage();
  const name = fundName(locale, props);
  const winners = groups.flatMap((group) => group.winners);
  const hasShares = groups.some(({ is_shared }) => is_shared);
  const money = (cents: number) => <bdi className="num">{formatMoney(locale, cents, currency)}</bdi>;
  return (
    <section className={panel.panel} aria-labelledby="ranking">
      <div className={panel.head}>
        <h2 id="ranking">
          <Link to={`${acesPath(loft.id)}?season=${season_id}&ranking=${id}`}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        {promised_cents !== null && (
          <small className={styles.state}>
            {t('prizes.promised')} {money(promised_cents)}
          </small>
        )}
        {pay_by !== null && <small>{t('prizes.pay_by', { day: formatCalendarDay(locale, pay_by, 'named') })}</small>}
      </div>
      {groups.length === 0 ? (
        <Empty title={t('prizes.nobody')} text={t(is_hidden ? 'prizes.hidden_text' : 'prizes.nobody_text')} />
      ) : (
        <Table caption={name} cards className={styles.prizes}>
          <thead>
            <tr>
              <th scope="col">{t('place.place')}</th>
              <th scope="col">{t(of === 'pigeon' ? 'board.pigeon' : `aces.of_${of}`)}</th>
              {of === 'pigeon' && <th scope="col">{t('prizes.goes_to')}</th>}
              <th scope="col" className={table.figure}>
                {t('place.prize')}
              </th>
              {hasShares && <th scope="col">{t('prizes.shared')}</th>}
              <th scope="col">{t('admin.state')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) =>
              group.winners.map((winner, i) => (
                <Row
                  key={`${group.from} ${winner.bird?.pigeon_id ?? winner.group?.team_id ?? i}`}
                  {...{ loft, currency, winner, group, hasShares }}
                  isFirst={i === 0}
                />
              )),
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={of === 'pigeon' ? 3 : 2}>
                {t('board.prize_places', { count: winners.length, n: formatNumber(locale, winners.length) })}
              </th>
              <td className={table.figure}>{money(won_cents)}</td>
              <td colSpan={hasShares ? 2 : 1} />
            </tr>
            {promised_cents !== null && promised_cents > won_cents && (
              <tr>
                <th scope="row" colSpan={of === 'pigeon' ? 3 : 2}>
                  {t('prizes.not_won')}
                </th>
                <td className={table.figure}>{money(promised_cents - won_cents)}</td>
                <td colSpan={hasShares ? 2 : 1} />
              </tr>
            )}
          </tfoot>
        </Table>
      )}
    </section>
  );
}

interface RowProps {
  loft: Loft;
  currency: string;
  winner: RankedWinner;
  group: RankedSharing;
  isFirst: boolean;
  hasShares: boolean;
}

function Row({ loft, currency, winner, group, isFirst, hasShares }: RowProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const mine = useMine(loft.id);
  const { bird, rank, amount_cents, paid_on } = winner;
  const { word, look, icon } = prizeLook(winner);
  return (
    <tr className={bird && isMine(mine, bird) ? table.mine : undefined} data-tie={isFirst ? undefined : true}>
      <td>
        <bdi className={`num ${styles.rank} ${medal.medal}`} data-rank={rank}>
          {formatNumber(locale, rank)}
          {group.winners.length > 1 && '='}
        </bdi>
      </td>
      <td>{bird ? <BirdName loft_id={loft.id} bird={bird} /> : <Group loft={loft} winner={winner} />}</td>
      {bird && (
        <td data-label={t('prizes.goes_to')}>
          <div className={table.flagged}>
            <Flag country={bird.country} />
            <span>
              <TeamName loft_id={loft.id} team={bird} />
            </span>
          </div>
        </td>
      )}
      <td data-label={t('place.prize')} className={table.figure}>
        <bdi className={`num ${styles.amount}`}>{formatMoney(locale, amount_cents, currency)}</bdi>
      </td>
      {hasShares &&
        (group.is_shared ? (
          isFirst && (
            <td rowSpan={group.winners.length} className={styles.shared}>
              <SharedBy
                {...group}
                amounts={group.winners.map((one) => one.amount_cents)}
                currency={currency}
                word="prizes.same_value"
              />
            </td>
          )
        ) : (
          <td className={styles.alone} />
        ))}
      <td data-label={t('admin.state')}>
        <StateChip look={look} icon={icon}>
          {paid_on !== null && winner.state === 'paid'
            ? t('prizes.paid_on', { day: formatCalendarDay(locale, paid_on, 'named') })
            : t(word)}
        </StateChip>
      </td>
    </tr>
  );
}

/** A team or a fancier that has won. */
function Group({ loft, winner: { group } }: { loft: Loft; winner: RankedWinner }) {
  const name = <bdi>{group?.name}</bdi>;
  return (
    <div className={table.flagged}>
      <Flag country={group?.country ?? null} />
      <span>
        {group && group.team_id !== null ? (
          <Link to={teamPath({ loft_id: loft.id, team_id: group.team_id })}>{name}</Link>
        ) : (
          name
        )}
      </span>
    </div>
  );
}
