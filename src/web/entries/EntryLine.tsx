/** A bird of an order: position, state, and its owner's actions. */
import { Form } from 'react-router';
import type { EntryToShow } from '#domain/entries/contract.ts';
import { birdFacts } from '#domain/pigeons/facts.ts';
import { aboutBird } from '#web/lib/bird-facts.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatList, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdThumbnail } from '#web/ui/BirdPhoto.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { MoveButtons } from '#web/ui/MoveButtons.tsx';
import { PigeonLog } from '#web/ui/PigeonLog.tsx';
import { BirdPlace, HealthChip } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import { EntryFields, type EntryFieldsProps } from './EntryFields.tsx';
import styles from './entries.module.css';
import { PedigreeForm } from './PedigreeForm.tsx';

export interface EntryLineProps extends Pick<EntryFieldsProps, 'teams' | 'own_team_id'> {
  order_id: number;
  bird: EntryToShow;
  answer: RefusedForm | undefined;
  answer_pedigree: RefusedForm | undefined;
  isFirst: boolean;
  isLast: boolean;
  time_zone: string;
}

export function EntryLine(props: EntryLineProps) {
  const { order_id, bird, answer, answer_pedigree, isFirst, isLast, time_zone, ...teams } = props;
  const { t } = useTranslation();
  const { locale } = usePage();
  const { ring } = bird;
  return (
    <li className={styles.line}>
      <span className={`num ${styles.place}`}>{formatNumber(locale, bird.place)}</span>
      <div className={styles.bird}>
        {bird.photo && <BirdThumbnail photo={bird.photo} ring={ring} />}
        <b>
          <Ring ring={ring} /> <Sex sex={bird.sex} />
        </b>
        <span className={styles.about}>
          {aboutBird(t, bird).map(({ fact, text }) => (
            <bdi key={fact}>{text}</bdi>
          ))}
          {bird.team && <bdi>{bird.team}</bdi>}
        </span>
        {bird.pedigree && (
          <a href={bird.pedigree.src} className={styles.pedigree}>
            <Icon name="document" size={18} />
            <span>
              {t('entries.pedigree')}: <bdi>{bird.pedigree.name}</bdi>
            </span>
          </a>
        )}
        {bird.known_from.map(({ loft, year, facts }) => (
          <span key={`${year} ${loft}`} className={styles.known}>
            <Icon name="info" size={18} />
            <span>
              {t('entries.known_from', {
                loft,
                year: String(year),
                facts: formatList(
                  locale,
                  facts.map((fact) => t(birdFacts[fact].label)),
                ),
              })}
            </span>
          </span>
        ))}
        {bird.also_in.map(({ loft, season }) => (
          <span key={`${loft} ${season}`} className={styles.unusual}>
            <Icon name="alert" size={18} />
            <span>{t('entries.also_in', { loft, season })}</span>
          </span>
        ))}
        {bird.is_unusual && (
          <span className={styles.unusual}>
            <Icon name="alert" size={18} /> {t('entries.unusual')}
          </span>
        )}
      </div>
      <div className={styles.state}>
        <BirdPlace bird={bird} besideHealth />
        {bird.health === 'assigned' && bird.part === 'reserve' && <span>{t('pigeon_status.reserve')}</span>}
        <HealthChip health={bird.health} />
      </div>
      {!bird.is_changeable && !bird.pedigree && (
        <details className={styles.change} open={!!answer_pedigree}>
          <summary className={panel.button} aria-label={`${t('prizes.give_pedigree')}: ${ring}`}>
            {t('prizes.give_pedigree')}
          </summary>
          <PedigreeForm order_id={order_id} bird={bird} answer={answer_pedigree} />
        </details>
      )}
      {bird.is_changeable && (
        <div className={styles.actions}>
          <Form method="post" preventScrollReset className={styles.moves}>
            <input type="hidden" name="pigeon_id" value={bird.pigeon_id} />
            <MoveButtons name={ring} isFirst={isFirst} isLast={isLast} />
          </Form>
          <details className={styles.change} open={!!(answer ?? answer_pedigree)}>
            <summary className={panel.button} aria-label={`${t('entries.edit')}: ${ring}`}>
              {t('entries.edit')}
            </summary>
            <Form method="post" className={form.form} preventScrollReset>
              <input type="hidden" name="pigeon_id" value={bird.pigeon_id} />
              <EntryFields answer={answer} bird={bird} {...teams} />
              <button type="submit" name="intent" value="change" className={panel.button_primary}>
                {t('rights.save')}
              </button>
            </Form>
            <PedigreeForm order_id={order_id} bird={bird} answer={answer_pedigree} />
          </details>
          <details className={styles.sure}>
            <summary className={`${panel.button} ${form.danger}`} aria-label={`${t('people.remove')}: ${ring}`}>
              {t('people.remove')}
            </summary>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="pigeon_id" value={bird.pigeon_id} />
              <p>{t('entries.remove_sure', { ring })}</p>
              <button type="submit" name="intent" value="remove" className={`${panel.button} ${form.danger}`}>
                {t('people.remove')}
              </button>
            </Form>
          </details>
        </div>
      )}
      {bird.log.length > 0 && (
        <details className={styles.history}>
          <summary aria-label={`${t('entries.past')}: ${ring}`}>{t('entries.past')}</summary>
          <PigeonLog log={bird.log} time_zone={time_zone} />
        </details>
      )}
    </li>
  );
}
