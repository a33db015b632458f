/** The two cells of a sheet that identify a bird and its owner, where shown. Without links, because it is printed. */
import type { Bird } from '#domain/pigeons/contract.ts';
import { underRing } from '#web/lib/bird-facts.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import styles from './sheet.module.css';

export interface SheetBirdProps {
  bird: Bird;
  has: { bird: boolean; whose: boolean };
  color?: boolean;
}

export function SheetBird({ bird, has, color = false }: SheetBirdProps) {
  const { t } = useTranslation();
  const looks = underRing(t, bird).flatMap(({ fact, text }) => (color || fact === 'name' ? text : []));
  return (
    <>
      {has.bird && (
        <td className={styles.bird}>
          <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
          {looks.length > 0 && (
            <small>
              <bdi>{looks.join(' · ')}</bdi>
            </small>
          )}
        </td>
      )}
      {has.whose && (
        <td className={styles.team}>
          <Flag country={bird.country} width={20} />
          <bdi>{bird.team ?? bird.fancier}</bdi>
        </td>
      )}
    </>
  );
}
