/** The two cells of a sheet that say which bird it is and whose. On paper nothing is a link. */
import type { Bird } from '#domain/pigeons/contract.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import styles from './sheet.module.css';

export function SheetBird({ bird, color = false }: { bird: Bird; color?: boolean }) {
  const looks = [bird.pigeon_name, color ? bird.color : null].filter((text) => text !== null);
  return (
    <>
      <td className={styles.bird}>
        <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
        {looks.length > 0 && (
          <small>
            <bdi>{looks.join(' · ')}</bdi>
          </small>
        )}
      </td>
      <td className={styles.team}>
        <Flag country={bird.country} width={20} />
        <bdi>{bird.team ?? bird.fancier}</bdi>
      </td>
    </>
  );
}
