/** The two cells that say which bird it is: ring, name and colour; flag, team and fancier. Arrivals and basketing share them. */
import type { Bird } from '#domain/pigeons/contract.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import styles from './board.module.css';

export function BirdCells({ bird }: { bird: Bird }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had */}
      <td role="cell" className={styles.pigeon}>
        <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
        <small>
          {bird.pigeon_name && <bdi>{bird.pigeon_name}</bdi>}
          {bird.color && (
            <span className={bird.pigeon_name ? styles.color : undefined}>
              {bird.pigeon_name && ' · '}
              <bdi>{bird.color}</bdi>
            </span>
          )}
        </small>
      </td>
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <td role="cell" className={styles.team}>
        <Flag country={bird.country} />
        <b>
          <bdi>{bird.team ?? bird.fancier}</bdi>
        </b>
        {bird.team && bird.fancier && bird.team !== bird.fancier && (
          <small>
            <bdi>{bird.fancier}</bdi>
          </small>
        )}
      </td>
    </>
  );
}
