/** The plan of a flight that is not released yet, as a form. */
import { Form, useNavigation, useSearchParams } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import type { readPlan } from '#domain/flights/plan-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatList } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { partNames } from '#web/lib/rule-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import { PlanFields, type PlanFieldsProps } from './PlanFields.tsx';
import { type Typed, typedOf } from './plan-form.ts';
import styles from './season-flights.module.css';

interface EditPlanProps extends Pick<PlanFieldsProps, 'overview' | 'picker' | 'kept'> {
  view: ReplyOf<typeof readPlan>;
  /** The address of the page. */
  own: string;
  /** What was typed in this form, and why it was refused. */
  typed: Typed | undefined;
  refused: RefusedForm['refused'] | undefined;
}

export function EditPlan({ view, own, typed: given, refused, overview, picker, kept }: EditPlanProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const busy = useNavigation().state === 'submitting';
  const { loft, birds, clocks, flight, differs, release_points } = view;
  const typed = given ?? typedOf(flight, loft.unit);
  return (
    <section className={panel.panel} aria-labelledby="plan">
      <div className={panel.head}>
        <h2 id="plan">{t('flights.edit')}</h2>
        <small>
          {t('flights.different')}:{' '}
          {differs.length
            ? formatList(
                locale,
                differs.map((part) => t(partNames[part])),
              )
            : t('flights.nothing')}
        </small>
      </div>
      <Form
        key={`${flight.version} ${search.get('point')}`}
        method="post"
        action={own}
        className={styles.form}
        noValidate
        preventScrollReset
      >
        <Wrong refused={refused?.errors ? { code: 'bad_input' } : refused} />
        <input type="hidden" name="version" value={typed.version ?? flight.version} />
        <PlanFields
          typed={typed}
          errors={refused?.errors}
          loft={loft}
          birds={birds}
          clocks={clocks}
          points={release_points}
          overview={overview}
          picker={picker}
          kept={kept}
          isShown={!flight.is_draft}
          isFixed={flight.status !== 'planned'}
        />
        <div className={styles.buttons}>
          {flight.is_draft && (
            <button type="submit" name="intent" value="draft" className={panel.button} disabled={busy}>
              {t('flights.save_draft')}
            </button>
          )}
          <button
            type="submit"
            name="intent"
            value="shown"
            className={flight.is_draft ? panel.button_primary : panel.button}
            disabled={busy}
          >
            {t(flight.is_draft ? 'flights.save_shown' : 'rights.save')}
          </button>
        </div>
      </Form>
    </section>
  );
}
