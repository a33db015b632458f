/** The kinds of rulings to choose from, each with what it is for. */
import { type RulingKind, rulingKinds } from '#domain/rulings/ruling.ts';
import { newRulingPath } from '#web/lib/admin-paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { fieldsOf } from './ruling-form.ts';
import styles from './rulings.module.css';

interface ChooseKindProps {
  season_id: number;
  flight_id: number;
  /** Fields that are known already. */
  known?: Readonly<Record<string, string>>;
}

export function ChooseKind({ season_id, flight_id, known = {} }: ChooseKindProps) {
  const { t } = useTranslation();
  // A day and a time are those of a bird: of the release or the closing they say nothing.
  const takes = (kind: RulingKind, name: string) => {
    const fields: readonly string[] = fieldsOf[kind];
    return fields.includes(name) && (fields.includes('ring') || (name !== 'date' && name !== 'time'));
  };
  const knownOf = (kind: RulingKind) => Object.fromEntries(Object.entries(known).filter(([name]) => takes(kind, name)));
  return (
    <section className={panel.panel} aria-labelledby="kinds">
      <div className={panel.head}>
        <h2 id="kinds">{t('ruling.what')}</h2>
      </div>
      <ul className={styles.kinds}>
        {rulingKinds.map((kind) => (
          <li key={kind}>
            <Link to={newRulingPath(season_id, flight_id, { kind, ...knownOf(kind) })}>
              <span>
                <b>{t(`ruling.kind_${kind}`)}</b>
                <small>{t(`ruling.hint_${kind}`)}</small>
              </span>
              <span className={panel.arrow}>
                <Icon name="arrow" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In place of the kinds where no ruling is made on the flight. */
export function NotOpen() {
  const { t } = useTranslation();
  return (
    <p className={panel.notice}>
      <Icon name="lock" size={20} />
      <span>{t('refusals.result_not_open')}</span>
    </p>
  );
}
