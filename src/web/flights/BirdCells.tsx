/** The two cells that identify a bird, where shown: ring, name and colour; flag, team and fancier. */
import type { LineBird } from '#domain/pigeons/contract.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { underRing } from '#web/lib/bird-facts.ts';
import { pigeonPath, teamPath } from '#web/lib/paths.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { SexSign } from '#web/ui/Sex.tsx';
import styles from './board.module.css';
import type { BoardColumn } from './board-columns.ts';
import type { RowReader } from './row-reader.ts';

export interface BirdCellsProps {
  reader: RowReader;
  bird: LineBird;
  loft_id: number;
  columns: readonly BoardColumn[];
  /** The tab index of the links to the bird and its team. */
  tabIndex?: number | undefined;
}

export function BirdCells({ reader, bird, loft_id, columns, tabIndex }: BirdCellsProps) {
  const team = <bdi>{bird.team ?? bird.fancier}</bdi>;
  return (
    <>
      {columns.includes('bird') && (
        // biome-ignore lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
        <td role="cell" className={styles.pigeon}>
          {isOwnNumber(bird.pigeon_id) ? (
            <a href={pigeonPath({ loft_id, ...bird })} tabIndex={tabIndex}>
              <Ring ring={bird.ring} />
            </a>
          ) : (
            <Ring ring={bird.ring} />
          )}{' '}
          {bird.sex !== 'unknown' && <SexSign sex={bird.sex} word={reader[bird.sex]} />}
          <small>
            {underRing(reader.t, bird).map(({ fact, text }, i) =>
              i === 0 ? (
                <bdi key={fact}>{text}</bdi>
              ) : (
                <span key={fact} className={styles.color}>
                  {' · '}
                  <bdi>{text}</bdi>
                </span>
              ),
            )}
          </small>
        </td>
      )}
      {columns.includes('whose') && (
        // biome-ignore lint/a11y/noRedundantRoles: as above
        <td role="cell" className={styles.team}>
          <Flag country={bird.country} />
          {/* Cut at its own end, whatever the direction of the page is. */}
          <b dir="auto">
            {bird.team_id === null ? (
              team
            ) : (
              <a href={teamPath({ loft_id, team_id: bird.team_id })} tabIndex={tabIndex}>
                {team}
              </a>
            )}
          </b>
          {bird.team && bird.fancier && bird.team !== bird.fancier && (
            <small dir="auto">
              <bdi>{bird.fancier}</bdi>
            </small>
          )}
        </td>
      )}
    </>
  );
}
