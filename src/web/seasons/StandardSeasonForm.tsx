/** A standard season from a few facts, with the due dates that follow from its days. */
import { type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { daysBetween } from '#domain/calendar.ts';
import { type StandardSeason, shortestSeason, standardDueDates } from '#domain/seasons/standard.ts';
import { type RefusedForm, textIn } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Calendar } from './Calendar.tsx';
import styles from './seasons.module.css';

export interface StandardSeasonFormProps {
  /** The first values of the days and the name. */
  own: Pick<StandardSeason, 'name' | 'opens_at' | 'final_at' | 'currency'>;
  today: string;
  currencies: readonly { code: string; name: string }[];
  answer: RefusedForm | undefined;
  /** The choice of the loft. */
  children: ReactNode;
}

/** Teams of three active birds and one reserve are sold by most lofts. */
const usual = { pigeons_active: 3, pigeons_reserve: 1 };

export function StandardSeasonForm({ own, today, currencies, answer, children }: StandardSeasonFormProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== 'idle';
  const [{ opens_at, final_at }, setDays] = useState({
    opens_at: answer?.typed.opens_at ?? own.opens_at,
    final_at: answer?.typed.final_at ?? own.final_at,
  });
  const first: Readonly<Record<string, string | number>> = { ...usual, ...own };
  const field = (name: keyof StandardSeason) => ({
    name,
    defaultValue: answer?.typed[name] ?? first[name] ?? '',
    errors: answer?.refused.errors?.[name],
  });
  const isPossible = opens_at !== '' && final_at !== '' && daysBetween(opens_at, final_at) >= shortestSeason;
  const day = { type: 'date', min: '1900-01-01', max: '2200-12-31', required: true } as const;
  const count = { inputMode: 'numeric', autoComplete: 'off' } as const;
  const price = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <Form
      method="post"
      className={styles.standard}
      noValidate
      onChange={({ currentTarget }) => {
        const typed = new FormData(currentTarget);
        setDays({ opens_at: textIn(typed, 'opens_at'), final_at: textIn(typed, 'final_at') });
      }}
    >
      <div className={forms.form}>
        {/* A refusal of one field is said there. */}
        <Wrong refused={answer?.refused.errors ? { code: 'bad_input' } : answer?.refused} />
        {children}
        <div className={forms.pair}>
          <Field {...field('name')} label={t('due_date.name')} maxLength={128} autoComplete="off" required />
          <Choice key={own.currency} {...field('currency')} label={t('setup.currency')}>
            {currencies.map(({ code, name }) => (
              <option key={code} value={code}>
                {`${code} · ${name}`}
              </option>
            ))}
          </Choice>
          <Field {...field('opens_at')} label={t('setup.opens_at')} {...day} />
          <Field {...field('final_at')} label={t('setup.final_at')} {...day} />
          <Field {...field('max_pigeons')} label={t('setup.room')} hint={t('setup.unlimited')} {...count} />
          <Field
            {...field('places_at_once')}
            label={t('setup.places_at_once')}
            hint={t('setup.places_at_once_hint')}
            {...count}
          />
        </div>
        <fieldset className={styles.places}>
          <legend>{t('setup.team')}</legend>
          <div className={forms.pair}>
            <Field {...field('entry_cents')} label={t('product.entry_fee')} {...price} required />
            <Field {...field('pigeons_active')} label={t('product.active')} {...count} />
            <Field {...field('pigeons_reserve')} label={t('product.reserve')} {...count} />
            <Field
              {...field('reserve_cents')}
              label={t('product.reserve_activation')}
              hint={t('setup.fee_hint')}
              {...price}
            />
            <Field
              {...field('final_cents')}
              label={t('product.final_flight_activation')}
              hint={t('setup.fee_hint')}
              {...price}
            />
          </div>
        </fieldset>
        <button type="submit" name="from" value="standard" className={panel.button_primary} disabled={busy}>
          {t('setup.create')}
        </button>
      </div>
      {isPossible && (
        <section className={styles.preview} aria-label={t('admin.due_dates')}>
          <h3>{t('admin.due_dates')}</h3>
          <Calendar
            due_dates={standardDueDates({ opens_at, final_at }).map((one) => ({
              ...one,
              id: one.due_date_category_id,
              description: null,
            }))}
            flights={[{ id: 0, name: t('kind.final'), kind: 'final', day: final_at }]}
            today={today}
          />
        </section>
      )}
    </Form>
  );
}
