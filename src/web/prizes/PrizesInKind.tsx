/** What was won in kind in a season, and by whom: it is handed over beside the payouts. */
import type { ReplyOf } from '#domain/contract.ts';
import type { listPayouts } from '#domain/prizes/contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { keyOfKind, WonInKind } from './PrizeWinner.tsx';
import styles from './prizes.module.css';

interface PrizesInKindProps {
  won: ReplyOf<typeof listPayouts>['in_kind'];
}

export function PrizesInKind({ won }: PrizesInKindProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="in_kind">
      <div className={panel.head}>
        <h2 id="in_kind">{t('prizes.in_kind')}</h2>
      </div>
      <div className={styles.held}>
        <ul className={styles.birds}>
          {won.map(({ person, ...one }) => (
            <li key={`${keyOfKind(one)} ${person?.user_id}`}>
              <WonInKind {...one} />
              <bdi>{person === null ? one.team : nameOf(person)}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
