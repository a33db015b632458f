/** The facts of a pigeon, corrected by its loft, and the corrections so far. */
import { Form } from 'react-router';
import type { OrderedBird } from '#domain/pigeons/admin-bird.ts';
import type { Correction } from '#domain/pigeons/admin-contract.ts';
import { birdFacts, type Fact, inLists } from '#domain/pigeons/facts.ts';
import { factText } from '#web/lib/bird-facts.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Arrow } from '#web/ui/Arrow.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import { EntryFields } from './EntryFields.tsx';
import styles from './entries.module.css';

export interface CorrectBirdProps {
  bird: OrderedBird;
  answer: RefusedForm | undefined;
}

export function CorrectBird({ bird, answer }: CorrectBirdProps) {
  const { t } = useTranslation();
  const own = answer?.typed.intent === 'correct' ? answer : undefined;
  return (
    <details className={`${styles.further} ${styles.correct}`} open={own !== undefined}>
      <summary>{t('entries.correct')}</summary>
      <Form method="post" className={`${form.form} ${styles.form}`} preventScrollReset>
        <input type="hidden" name="intent" value="correct" />
        <EntryFields answer={own} bird={bird} teams={[]} own_team_id={null} />
        <button type="submit" className={panel.button_primary}>
          {t('entries.correct')}
        </button>
      </Form>
    </details>
  );
}

export interface CorrectionsProps {
  corrections: readonly Correction[];
  time_zone: string;
}

export function Corrections({ corrections, time_zone }: CorrectionsProps) {
  const { t } = useTranslation();
  if (!corrections.length) return null;
  const valueText = (fact: Fact, value: string | number | null) => factText(t, fact, { [inLists(fact)]: value }) ?? '–';
  return (
    <section className={panel.panel} aria-labelledby="corrections">
      <div className={panel.head}>
        <h2 id="corrections">{t('entries.corrections')}</h2>
      </div>
      <Table caption={t('entries.corrections')} cards>
        <thead>
          <tr>
            <th scope="col">{t('rights.when')}</th>
            <th scope="col">{t('entries.corrections')}</th>
            <th scope="col">{t('entries.by')}</th>
          </tr>
        </thead>
        <tbody>
          {corrections.map(({ at, by, changes }) => (
            <tr key={at}>
              <td>
                <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
              </td>
              <td data-label={t('entries.corrections')}>
                {changes.map(({ fact, from, to }) => (
                  <div key={fact}>
                    {t(birdFacts[fact].label)}: <bdi>{valueText(fact, from)}</bdi> <Arrow />{' '}
                    <bdi>{valueText(fact, to)}</bdi>
                  </div>
                ))}
              </td>
              <td data-label={t('entries.by')}>
                <bdi>{by ? (nameOf(by) ?? t('rights.unnamed')) : t('entries.automatic')}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
