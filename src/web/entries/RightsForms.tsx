/** Shares in a bird, granted and ended by hand without a sale. Works without a script. */
import { Form } from 'react-router';
import type { PigeonRight } from '#domain/pigeons/admin-contract.ts';
import { whole_bp } from '#domain/pigeons/rights.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './entries.module.css';

export interface RightsFormsProps {
  rights: readonly PigeonRight[];
  /** Today in the loft's time zone. */
  today: string;
  /** The refused form of this page. */
  answer: RefusedForm | undefined;
}

export function RightsForms({ rights, today, answer }: RightsFormsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own = (intent: string) => (answer?.typed.intent === intent ? answer : undefined);
  const give = fieldsIn(own('give'), { email: '', share_bp: '', from_day: today, reason: '' });
  const end = fieldsIn(own('end'), { n: null, until_day: today });
  const open = rights.filter(({ order_id, until_day }) => order_id === null && until_day === null);
  return (
    <section className={panel.panel} aria-labelledby="give">
      <div className={panel.head}>
        <h2 id="give">{t('shares.give')}</h2>
      </div>
      <Form
        key={`give ${rights.length}`}
        method="post"
        className={`${form.form} ${styles.form}`}
        noValidate
        preventScrollReset
      >
        <div className={form.pair}>
          <Field {...give('email')} label={t('identity.email')} type="email" autoComplete="off" required />
          <Field {...give('share_bp')} label={t('shares.percent')} inputMode="decimal" autoComplete="off" required />
          <Field {...give('from_day')} label={t('notifications.from')} type="date" min={today} required />
        </div>
        <Field {...give('reason')} label={t('entries.reason')} maxLength={1000} autoComplete="off" />
        <button type="submit" name="intent" value="give" className={panel.button_primary}>
          {t('shares.give')}
        </button>
      </Form>
      {open.length > 0 && (
        <Form
          key={`end ${open.length}`}
          method="post"
          className={`${form.form} ${styles.form}`}
          noValidate
          preventScrollReset
        >
          <div className={form.pair}>
            <Choice {...end('n')} label={t('rights.person')}>
              {open.map(({ n, to, share_bp, from_day }) => (
                <option key={n} value={n}>
                  {[
                    nameOf(to) ?? t('rights.unnamed'),
                    `${formatNumber(locale, (share_bp * 100) / whole_bp, 2)} %`,
                    formatCalendarDay(locale, from_day, 'named'),
                  ].join(' · ')}
                </option>
              ))}
            </Choice>
            <Field
              {...end('until_day')}
              label={t('shares.until')}
              hint={t('shares.until_hint')}
              type="date"
              min={today}
              required
            />
          </div>
          <button type="submit" name="intent" value="end" className={panel.button}>
            {t('shares.end')}
          </button>
        </Form>
      )}
    </section>
  );
}
