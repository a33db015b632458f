/** The birds of an order by position: facts, location and state of each. */
import type { OrderPigeon } from '#domain/orders/contract.ts';
import { aboutInLine } from '#web/lib/bird-facts.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { HealthChip, LocationWord } from '#web/ui/PigeonState.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import styles from './orders.module.css';

export function OrderBirds({ pigeons }: { pigeons: readonly OrderPigeon[] }) {
  const { t } = useTranslation();
  if (!pigeons.length) return null;
  return (
    <ul className={styles.birds} aria-label={t('loft.pigeons')}>
      {pigeons.map((bird) => (
        <li key={bird.place}>
          <span>
            <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
          </span>
          <bdi>{aboutInLine(t, bird)}</bdi>
          <span>
            <LocationWord location={bird.location} />
            <HealthChip health={bird.health} />
          </span>
        </li>
      ))}
    </ul>
  );
}
