/** The open disputes of a flight in race control. Without one it takes no room. */
import type { Dispute } from '#domain/disputes/contract.ts';
import { disputesPath } from '#web/lib/admin-paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './control.module.css';
import type { RaceControl } from './control.ts';

export function ControlDisputes({ view, open }: { view: RaceControl; open: readonly Dispute[] }) {
  const { t } = useTranslation();
  const { season, flight } = view;
  if (open.length === 0) return null;
  const to = disputesPath(season.id, flight.id);
  return (
    <section className={panel.panel} aria-labelledby="disputes">
      <div className={panel.head}>
        <h2 id="disputes">
          <Link to={to}>{t('dispute.title')}</Link>
        </h2>
      </div>
      <ul className={styles.signs}>
        {open.map(({ n, ring, text, by }) => (
          <li key={n}>
            <Icon name="note" />
            <span>
              <Link to={`${to}#dispute-${n}`}>{t('dispute.number', { n })}</Link>{' '}
              {ring === null ? t('dispute.whole') : <Ring ring={ring} />}
              <small>
                <bdi>{by}</bdi>: <bdi>{text}</bdi>
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
