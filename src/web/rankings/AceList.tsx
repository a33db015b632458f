/** The lines of a ranking: place, movement, whose, each flight with its place and value, and the value of all. */
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import type { RankedFlightView, RankingCell, RankingLineView, RankingPage } from '#domain/rankings/contract.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { rankingWhyPath } from '#web/lib/further-paths.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { certificatesPath } from '#web/lib/paper-paths.ts';
import { pigeonPath, teamPath } from '#web/lib/paths.ts';
import { rankingPrize } from '#web/lib/ranking-prize.ts';
import { groupName, lineValue, measureName, valueText } from '#web/lib/ranking-words.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Moved } from '#web/ui/Moved.tsx';
import medal from '#web/ui/medal.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import table from '#web/ui/table.module.css';
import { Chooses } from './AceCompare.tsx';
import { stageOf } from './AceFlights.tsx';
import styles from './aces.module.css';

export interface AceListProps {
  loft: Loft;
  page: RankingPage;
  /** Whether the place among those of the country stands beside the place. */
  national?: boolean;
  /** Who is chosen already to be compared. */
  chosen?: string | undefined;
}

export function AceList({ loft, page, national = false, chosen }: AceListProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { ranking, flights, lines, frozen } = page;
  const mine = useMine(loft.id);
  const isPlaced = lines.some(({ place }) => place !== null);
  const compares = page.ranked > 1;
  return (
    <table className={`${table.table} ${styles.list}`}>
      <caption className="visually-hidden">{t('aces.caption')}</caption>
      <thead>
        <tr>
          {compares && (
            <th scope="col" className={styles.pick}>
              <span className="visually-hidden">{t('aces.compare')}</span>
            </th>
          )}
          {isPlaced && <th scope="col">{t('aces.place')}</th>}
          {isPlaced && national && <th scope="col">{t('aces.national')}</th>}
          <th scope="col">
            {t(ranking.rule.subject.of === 'pigeon' ? 'board.pigeon' : `aces.of_${ranking.rule.subject.of}`)}
          </th>
          <th scope="col">
            <ol className={styles.cells} data-groups={ranking.rule.subject.of !== 'pigeon' || undefined}>
              {flights.map(({ id, name }) => (
                <li key={id}>
                  <bdi className={styles.name} title={name}>
                    {name}
                  </bdi>
                </li>
              ))}
            </ol>
          </th>
          <th scope="col" className={table.figure}>
            {measureName(t, ranking.rule.measure)}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key} className={line.bird && isMine(mine, line.bird) ? table.mine : undefined}>
            {compares && (
              <td className={styles.pick}>
                <Chooses line={line} page={page} chosen={chosen} />
              </td>
            )}
            {isPlaced && (
              <td className={styles.place}>
                <Placed line={line} frozen={frozen !== null} />
              </td>
            )}
            {isPlaced && national && (
              <td className={styles.national}>
                <span className={styles.among}>{t('aces.national')} </span>
                <bdi className={`num ${line.at_most ? styles.dashed : ''}`}>
                  {line.national === null ? '–' : formatNumber(locale, line.national)}
                </bdi>
              </td>
            )}
            <td className={styles.subject}>
              <Subject loft_id={loft.id} line={line} of={ranking.rule.subject.of} />
            </td>
            <td className={`${styles.strip} ${table.wide}`}>
              <ol className={styles.cells} data-groups={ranking.rule.subject.of !== 'pigeon' || undefined}>
                {flights.map((flight) => (
                  <Cell
                    key={flight.id}
                    flight={flight}
                    cell={line.cells.find(({ flight_id }) => flight_id === flight.id)}
                    page={page}
                  />
                ))}
              </ol>
            </td>
            <td className={`${table.figure} ${styles.value}`}>
              {isExplained(line) ? (
                <Link to={rankingWhyPath(loft.id, ranking.id, line.key)} title={t('place.why')}>
                  <Value line={line} page={page} />
                </Link>
              ) : (
                <Value line={line} page={page} />
              )}
              {line.prize !== null && <Prize prize={line.prize} page={page} />}
              {frozen && line.place !== null && (
                <a className={styles.certificate} href={certificatesPath(loft.id, ranking.id, line.key)} download>
                  {t('certificate.title')}
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether the season shows all that a line is made from. */
const isExplained = ({ place, value, cells }: RankingLineView): boolean =>
  place !== null && value !== null && cells.some((cell) => cell.value !== null);

/** The prize of a place, if it stays. */
function Prize({ prize, page: { ranking, currency, frozen } }: { prize: number; page: RankingPage }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <small className={styles.prize}>
      <span className="visually-hidden">{t(frozen ? 'place.prize' : 'place.prize_if')}</span>{' '}
      <bdi className="num">{rankingPrize(locale, ranking.prizes!, prize, currency)}</bdi>
    </small>
  );
}

/** A place: dashed while a bird in the air can still lose it; medals only once the ranking is frozen. */
export function Placed({ line: { place, moved, at_most }, frozen }: { line: RankingLineView; frozen: boolean }) {
  const { locale } = usePage();
  if (place === null) return <span>–</span>;
  return (
    <>
      <bdi
        className={`num ${styles.rank} ${at_most ? styles.dashed : ''} ${frozen ? medal.medal : ''}`}
        data-rank={frozen && place <= 3 ? place : undefined}
      >
        {formatNumber(locale, place)}
      </bdi>
      <Moved by={moved} />
    </>
  );
}

/** Whom a line is about. */
export function Subject({ loft_id, line, of }: { loft_id: number; line: RankingLineView; of: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (line.bird) return <AceBird loft_id={loft_id} bird={line.bird} />;
  const { team_id, country } = line.group!;
  const text = groupName(t, locale, of, line.group!);
  return (
    <span className={table.flagged}>
      <Flag country={country} width={20} named={of === 'country'} />
      <span suppressHydrationWarning>
        {team_id === null ? (
          <bdi>{text ?? '–'}</bdi>
        ) : (
          <Link to={teamPath({ loft_id, team_id })}>
            <bdi>{text}</bdi>
          </Link>
        )}
      </span>
    </span>
  );
}

/** A pigeon on two lines: its ring, and below it its name and its team. */
export function AceBird({ loft_id, bird }: { loft_id: number; bird: Bird }) {
  const whose = bird.team ?? bird.fancier;
  return (
    <>
      <span className={table.whole}>
        {isOwnNumber(bird.pigeon_id) ? (
          <Link className={table.ring} to={pigeonPath({ ...bird, loft_id })}>
            <Ring ring={bird.ring} />
          </Link>
        ) : (
          <Ring ring={bird.ring} />
        )}{' '}
        <Sex sex={bird.sex} />
      </span>
      <span className={styles.whose}>
        <Flag country={bird.country} width={20} />
        <span>
          {bird.pigeon_name && (
            <>
              <bdi>{bird.pigeon_name}</bdi>
              {whose && ' · '}
            </>
          )}
          {bird.team_id === null ? (
            <bdi>{whose}</bdi>
          ) : (
            <Link to={teamPath({ loft_id, team_id: bird.team_id })}>
              <bdi>{whose}</bdi>
            </Link>
          )}
        </span>
      </span>
    </>
  );
}

interface CellProps {
  flight: RankedFlightView;
  cell: RankingCell | undefined;
  page: RankingPage;
}

function Cell({ flight, cell, page: { ranking } }: CellProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  /** Said where the heads have no room. */
  const name = <bdi className={styles.flight}>{flight.name}</bdi>;
  if (!cell || stageOf(flight) === 'to_come')
    return (
      <li data-stage="to_come">
        {name}
        <i>
          <span className="visually-hidden">{t('aces.to_come')}</span>
        </i>
      </li>
    );
  const places = cell.places.toSorted((a, b) => a - b).map((place) => formatNumber(locale, place));
  const state = cell.in_the_air ? 'air' : cell.places.length === 0 && cell.value === null ? 'none' : 'flown';
  const single = cell.places.length === 1 ? cell.places[0] : undefined;
  return (
    <li
      data-stage={state}
      data-counts={state === 'flown' ? cell.counts : undefined}
      title={cell.why ? t(`aces.${cell.why}`) : undefined}
    >
      {name}
      <i
        className={medal.medal}
        data-rank={state === 'flown' && single !== undefined && single <= 3 ? single : undefined}
      >
        {state === 'air' ? (
          <Icon name="pigeon" size={16} />
        ) : (
          <bdi className="num">{places.length > 3 ? `${places.slice(0, 3).join(' ')} …` : places.join(' ') || '–'}</bdi>
        )}
      </i>
      <small>
        {state === 'air' ? (
          t('mine.air')
        ) : cell.value === null ? (
          cell.why && t(`aces.${cell.why}`)
        ) : (
          <bdi className="num">{valueText(locale, ranking.rule.measure, cell.value)}</bdi>
        )}
      </small>
    </li>
  );
}

/** The value of a line: “≤” and dashed where a bird in the air counts as if it landed now. */
export function Value({ line, page: { ranking } }: { line: RankingLineView; page: Pick<RankingPage, 'ranking'> }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (line.value === null) return <span>–</span>;
  return (
    <>
      <bdi dir="ltr" className={`num ${line.at_most ? styles.estimated : ''}`}>
        {lineValue(locale, ranking.rule.measure, line)}
      </bdi>
      <small>{line.at_most ? t('aces.if_home') : t('aces.after', { n: formatNumber(locale, line.count) })}</small>
    </>
  );
}
