/** The birds of an order by their places: ring, name and colour, where each is and how it stands. */
import type { OrderPigeon } from '#domain/orders/contract.ts';
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
      {pigeons.map(({ place, ring, sex, name, color, location, health }) => (
        <li key={place}>
          <span>
            <Ring ring={ring} /> <Sex sex={sex} />
          </span>
          <bdi>{[name, color].filter(Boolean).join(', ')}</bdi>
          <span>
            <LocationWord location={location} />
            <HealthChip health={health} />
          </span>
        </li>
      ))}
    </ul>
  );
}
