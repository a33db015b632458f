/** Two lines of a ranking beside each other: flight by flight with place and value, who was ahead, and the balance. */
import type { Loft } from '#domain/lofts/contract.ts';
import type { ComparedLine, RankingCell, RankingComparison } from '#domain/rankings/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { measureName, valueText } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import medal from '#web/ui/medal.module.css';
import table from '#web/ui/table.module.css';
import { Placed, Subject, Value } from './AceList.tsx';
import styles from './aces.module.css';

type Flight = RankingComparison['flights'][number];

export function AceComparison({ loft, comparison }: { loft: Loft; comparison: RankingComparison }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { ranking, flights, balance, frozen } = comparison;
  const sides = ['a', 'b'] as const;
  return (
    <table className={`${table.table} ${styles.duel}`}>
      <caption className="visually-hidden">{t('aces.head_to_head')}</caption>
      <thead>
        <tr>
          <td />
          {sides.map((side) => (
            <th key={side} scope="col">
              <span className={styles.place}>
                <Placed line={comparison[side]} frozen={frozen !== null} />
              </span>
              <span className={styles.subject}>
                <Subject loft_id={loft.id} line={comparison[side]} of={ranking.rule.subject.of} />
              </span>
              <NotRanked line={comparison[side]} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {flights.map((flight) => (
          <tr key={flight.id}>
            <th scope="row">
              <Link to={flightPath({ loft_id: loft.id, id: flight.id })}>
                <bdi>{flight.name}</bdi>
              </Link>
              <Outcome flight={flight} />
            </th>
            {sides.map((side) => (
              <td key={side} data-ahead={flight.outcome === side || undefined}>
                <Side
                  cell={comparison[side].cells.find(({ flight_id }) => flight_id === flight.id)}
                  isAhead={flight.outcome === side}
                  comparison={comparison}
                />
              </td>
            ))}
          </tr>
        ))}
        <tr className={styles.total}>
          <th scope="row">{measureName(t, ranking.rule.measure)}</th>
          {sides.map((side) => (
            <td key={side} className={styles.value}>
              <Value line={comparison[side]} page={comparison} />
            </td>
          ))}
        </tr>
        {balance && (
          <tr>
            <th scope="row">
              {t('aces.balance')}
              {balance.level > 0 && <small>{t('aces.level_n', { n: formatNumber(locale, balance.level) })}</small>}
            </th>
            {sides.map((side) => (
              <td
                key={side}
                className={styles.value}
                data-ahead={balance[side] > balance[side === 'a' ? 'b' : 'a'] || undefined}
              >
                <bdi className="num">{formatNumber(locale, balance[side])}</bdi>
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

function NotRanked({ line: { why_not } }: { line: ComparedLine }) {
  const { t } = useTranslation();
  return why_not && <small className={styles.note}>{t(`aces.${why_not}`)}</small>;
}

/** What there is to say of a flight where nobody was ahead. */
function Outcome({ flight: { outcome, status } }: { flight: Flight }) {
  const { t } = useTranslation();
  switch (outcome) {
    case 'level':
    case 'none':
      return <small>{t(`aces.${outcome === 'none' ? 'neither' : 'level'}`)}</small>;
    case 'only_a':
    case 'only_b':
      return <small>{t('aces.only_one')}</small>;
    case 'open':
      return <small>{status === 'released' ? t('mine.air') : t('aces.to_come')}</small>;
    default:
      return null;
  }
}

interface SideProps {
  cell: RankingCell | undefined;
  isAhead: boolean;
  comparison: RankingComparison;
}

function Side({ cell, isAhead, comparison: { ranking } }: SideProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!cell) return <span>–</span>;
  const [place, ...others] = cell.places;
  return (
    <>
      {cell.in_the_air ? (
        <Icon name="pigeon" size={16} />
      ) : (
        <bdi
          className={`num ${styles.rank} ${medal.medal}`}
          data-rank={place !== undefined && others.length === 0 && place <= 3 ? place : undefined}
        >
          {cell.places.map((one) => formatNumber(locale, one)).join(' ') || '–'}
        </bdi>
      )}
      {isAhead && (
        <span className={styles.ahead}>
          <Icon name="check" size={16} />
          <span className="visually-hidden">{t('aces.ahead')}</span>
        </span>
      )}
      <small data-counts={cell.counts}>
        {cell.in_the_air && `${t('mine.air')} `}
        {cell.value !== null && (
          <bdi dir="ltr" className={`num ${cell.in_the_air ? styles.estimated : ''}`}>
            {valueText(locale, ranking.rule.measure, cell.value)}
          </bdi>
        )}{' '}
        {cell.why && !cell.in_the_air && t(`aces.${cell.why}`)}
      </small>
    </>
  );
}
