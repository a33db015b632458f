/** The birds of an order by position: facts, location and state of each. */
import { partAt } from '#domain/entries/entry.ts';
import type { OrderView } from '#domain/orders/contract.ts';
import { teamNames } from '#domain/orders/order.ts';
import { aboutInLine } from '#web/lib/bird-facts.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdPlace, HealthChip } from '#web/ui/PigeonState.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import styles from './orders.module.css';

export function OrderBirds({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const { pigeons } = order;
  if (!pigeons.length) return null;
  const isOfSeveral = teamNames(order).length > 1;
  const isAssigned = pigeons.some(({ health }) => health === 'assigned');
  return (
    <>
      <ul className={styles.birds} aria-label={t('loft.pigeons')}>
        {pigeons.map((bird) => (
          <li key={bird.place}>
            <span>
              <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
            </span>
            <span>
              {aboutInLine(t, bird)}
              {isOfSeveral && bird.team && (
                <small>
                  <bdi>{bird.team}</bdi>
                </small>
              )}
            </span>
            <span>
              <BirdPlace bird={bird} besideHealth />
              {bird.health === 'assigned' && <span>{t(`pigeon_status.${partAt(order, bird.place)}`)}</span>}
              <HealthChip health={bird.health} />
            </span>
          </li>
        ))}
      </ul>
      {isAssigned && <p className={styles.assigned}>{t('orders.assigned_text')}</p>}
    </>
  );
}
