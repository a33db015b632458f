/** Which bird a pigeon of a season is: its other seasons, and for merely similar rings, that it is another bird. */
import { Form } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import type { BirdSeason, readBird } from '#domain/pigeons/bird-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdSeasons } from '#web/ui/BirdSeasons.tsx';
import { Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './entries.module.css';

interface WhichBirdProps extends ReplyOf<typeof readBird> {
  time_zone: string;
  answer: RefusedForm | undefined;
}

export function WhichBird({ seasons, others, changes, may_change, time_zone, answer }: WhichBirdProps) {
  const { t } = useTranslation();
  if (!seasons.length && !others.length && !changes.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="bird">
      <div className={panel.head}>
        <h2 id="bird">{t('entries.life')}</h2>
      </div>
      {seasons.length > 0 ? (
        <BirdSeasons seasons={seasons} />
      ) : (
        <p className={styles.unknown}>{t('entries.life_none')}</p>
      )}
      {may_change && seasons.length > 0 && (
        <SayWhichBird
          same_as={null}
          text={t('entries.other_bird_text')}
          button={t('entries.other_bird')}
          answer={answer}
        />
      )}
      {others.length > 0 && (
        <>
          <h3 className={styles.part}>{t('entries.same_ring')}</h3>
          {others.map(({ seasons: of }) => {
            const [{ loft, season, pigeon }] = of as [BirdSeason];
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is within a form
              <div key={pigeon.pigeon_id} role="group" aria-label={`${loft.name} ${season.name}`}>
                <BirdSeasons seasons={of} />
                {may_change && (
                  <SayWhichBird
                    same_as={pigeon.pigeon_id}
                    text={t('entries.same_ring_text')}
                    button={t('entries.same_bird')}
                    answer={answer}
                  />
                )}
              </div>
            );
          })}
        </>
      )}
      {changes.length > 0 && (
        <Table caption={t('entries.past')} cards>
          <thead>
            <tr>
              <th scope="col">{t('rights.when')}</th>
              <th scope="col">{t('entries.past')}</th>
              <th scope="col">{t('entries.by')}</th>
              <th scope="col">{t('entries.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ n, at, is_new, reason, by }) => (
              <tr key={n}>
                <td>
                  <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
                </td>
                <td data-label={t('entries.past')}>{t(is_new ? 'entries.told_apart' : 'entries.told_same')}</td>
                <td data-label={t('entries.by')}>
                  <bdi>{by ? (nameOf(by) ?? t('rights.unnamed')) : t('entries.automatic')}</bdi>
                </td>
                <td data-label={t('entries.reason')}>
                  <bdi>{reason ?? '–'}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

interface SayWhichBirdProps {
  /** A pigeon of the same bird; null: a bird of its own. */
  same_as: number | null;
  text: string;
  button: string;
  answer: RefusedForm | undefined;
}

function SayWhichBird({ same_as, text, button, answer }: SayWhichBirdProps) {
  const { t } = useTranslation();
  const own = answer?.typed.intent === 'bird' && answer.typed.same_as === String(same_as ?? '') ? answer : undefined;
  return (
    <Form method="post" className={`${form.form} ${styles.form}`} preventScrollReset>
      <input type="hidden" name="intent" value="bird" />
      <input type="hidden" name="same_as" value={same_as ?? ''} />
      <p>{text}</p>
      <Field
        label={t('entries.reason')}
        name="reason"
        maxLength={1000}
        autoComplete="off"
        defaultValue={own?.typed.reason}
        errors={own?.refused.errors?.reason}
      />
      <button type="submit" className={panel.button}>
        {button}
      </button>
    </Form>
  );
}
