/** The settings of a season besides its due dates: for a new season and to change one. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { SeasonSettings } from '#domain/seasons/setup-contract.ts';
import { takenPlaces } from '#domain/seasons/taken-places.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './seasons.module.css';

export interface SeasonFormProps {
  /** The initial values of the fields. */
  own: Partial<SeasonSettings>;
  currencies: readonly { code: string; name: string }[];
  answer: RefusedForm | undefined;
  submit: string;
  children?: ReactNode;
}

export function SeasonForm({ own, currencies, answer, submit, children }: SeasonFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const field = (name: keyof SeasonSettings) => ({
    name,
    defaultValue: answer?.typed[name] ?? own[name] ?? '',
    errors: answer?.refused.errors?.[name],
  });
  const counts = takenPlaces({
    taken_active_pigeons: own.taken_active_pigeons ?? 0,
    taken_reserve_pigeons: own.taken_reserve_pigeons ?? 0,
    activated_reserve_pigeons: own.activated_reserve_pigeons ?? 0,
    outside_order_pigeons: own.outside_order_pigeons ?? 0,
  });
  /** The places taken: a season cannot be smaller than that. */
  const taken = (of: keyof typeof counts) =>
    counts[of] > 0 ? t('setup.taken', { taken: formatNumber(locale, counts[of]) }) : undefined;
  const places = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <Form method="post" className={`${forms.form} ${styles.form}`} noValidate preventScrollReset>
      {children}
      {answer && !answer.refused.errors && <Wrong refused={answer.refused} />}
      <div className={forms.pair}>
        <Field {...field('name')} label={t('due_date.name')} maxLength={128} autoComplete="off" required />
        <Field {...field('year')} label={t('admin.year')} inputMode="numeric" autoComplete="off" required />
        <Choice key={own.currency} {...field('currency')} label={t('setup.currency')}>
          {currencies.map(({ code, name }) => (
            <option key={code} value={code}>
              {`${code} · ${name}`}
            </option>
          ))}
        </Choice>
      </div>
      <Area {...field('description')} label={t('due_date.description')} maxLength={4000} />
      <Area
        {...field('payment_text')}
        label={t('setup.payment_text')}
        hint={t('setup.payment_hint')}
        maxLength={4000}
      />
      <Area
        {...field('receipt_text')}
        label={t('setup.receipt_text')}
        hint={t('setup.receipt_hint')}
        rows={2}
        maxLength={500}
      />
      <fieldset className={styles.places}>
        <legend>{t('bank.title')}</legend>
        <p>{t('bank.hint')}</p>
        <div className={forms.pair}>
          <Field {...field('bank_holder')} label={t('bank.holder')} maxLength={70} autoComplete="off" />
          <Field {...field('bank_iban')} label={t('bank.iban')} maxLength={60} dir="ltr" autoComplete="off" />
          <Field {...field('bank_bic')} label={t('bank.bic')} maxLength={20} dir="ltr" autoComplete="off" />
          <Field {...field('bank_name')} label={t('bank.name')} maxLength={70} autoComplete="off" />
        </div>
      </fieldset>
      <fieldset className={styles.places}>
        <legend>{t('setup.room')}</legend>
        <p>{t('setup.unlimited')}</p>
        <div className={forms.pair}>
          <Field {...field('max_pigeons')} label={t('setup.in_all')} hint={taken('all')} {...places} />
          <Field {...field('max_active_pigeons')} label={t('setup.active')} hint={taken('active')} {...places} />
          <Field {...field('max_reserve_pigeons')} label={t('setup.reserve')} hint={taken('reserve')} {...places} />
        </div>
        <Field
          {...field('places_at_once')}
          label={t('setup.places_at_once')}
          hint={t('setup.places_at_once_hint')}
          {...places}
        />
      </fieldset>
      <button type="submit" className={panel.button_primary}>
        {submit}
      </button>
    </Form>
  );
}
