/** The subscriptions of a loft (9.3) with their earlier values; admins add and change them. */
import { Form, useSearchParams } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import type { readLoftPackages } from '#domain/lofts/contract.ts';
import { subscriptionMonths } from '#domain/lofts/package.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Day } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import { Author } from './Author.tsx';
import styles from './admin.module.css';
import { useOwnFields } from './concurrent-edits.ts';

type Packages = ReplyOf<typeof readLoftPackages>;
type Subscription = Packages['subscriptions'][number];

interface SubscriptionsProps extends Pick<Packages, 'subscriptions' | 'changes' | 'may_change'> {
  loft: { time_zone: string };
  answer: RefusedForm | undefined;
}

export function Subscriptions({ loft, subscriptions, changes, may_change, answer }: SubscriptionsProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const edited = may_change ? (subscriptions.find(({ id }) => String(id) === search.get('edit')) ?? null) : null;
  const refused = answer && answer.typed.intent !== 'package' ? answer : undefined;
  return (
    <section className={panel.panel} aria-labelledby="subscriptions">
      <div className={panel.head}>
        <h2 id="subscriptions">{t('loft_admin.subscriptions')}</h2>
      </div>
      {subscriptions.length ? (
        <Table caption={t('loft_admin.subscriptions')}>
          <thead>
            <tr>
              <Columns />
              <th scope="col" className={table.spare}>
                {t('admin.state')}
              </th>
              {may_change && (
                <th scope="col">
                  <span className="visually-hidden">{t('due_date.change')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {subscriptions.map((one) => (
              <tr key={one.id}>
                <Cells {...one} />
                <td className={table.spare}>{t(`loft_admin.${one.state}`)}</td>
                {may_change && (
                  <td className={table.figure}>
                    <Link to={`?edit=${one.id}#subscription`} aria-label={`${t('due_date.change')}: ${one.starts_at}`}>
                      {t('due_date.change')}
                    </Link>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <p className={styles.quiet}>{t('loft_admin.no_subscriptions')}</p>
      )}
      {may_change && (
        <SubscriptionForm
          key={`${edited?.id} ${edited?.version} ${subscriptions.length}`}
          own={edited}
          answer={refused}
        />
      )}
      {changes.length > 0 && (
        <>
          <h3 className={styles.before}>{t('loft_admin.before_changes')}</h3>
          <Table caption={t('loft_admin.before_changes')}>
            <thead>
              <tr>
                <Columns />
                <th scope="col">{t('loft_admin.reason')}</th>
                <th scope="col" className={table.spare}>
                  {t('rights.by')}
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map((one) => (
                <tr key={`${one.subscription_id} ${one.n}`}>
                  <Cells {...one} />
                  <td>
                    <bdi>{one.reason}</bdi>
                    {one.taken_back && <small>{t('loft_admin.taken_back')}</small>}
                  </td>
                  <td className={table.spare}>
                    <Author by={one.by} />
                    <small>
                      <Day at_ms={Date.parse(one.at)} time_zone={loft.time_zone} />
                    </small>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </section>
  );
}

function Columns() {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col">{t('loft_admin.duration')}</th>
      <th scope="col">{t('loft_admin.first_day')}</th>
      <th scope="col">{t('loft_admin.last_day')}</th>
    </>
  );
}

function Cells({ months, starts_at, ends_at }: Pick<Subscription, 'months' | 'starts_at' | 'ends_at'>) {
  const { t } = useTranslation();
  return (
    <>
      <td>{t('loft_admin.months', { count: months })}</td>
      <td>
        <Day at_ms={Date.parse(starts_at)} time_zone="UTC" />
      </td>
      <td>
        <Day at_ms={Date.parse(ends_at)} time_zone="UTC" />
      </td>
    </>
  );
}

/** Adds a subscription, or changes the chosen one. */
function SubscriptionForm({ own: chosen, answer }: { own: Subscription | null; answer: RefusedForm | undefined }) {
  const { t } = useTranslation();
  const { months = 12, starts_at = '', ended_on = '' } = chosen ?? {};
  const own = useOwnFields(answer, { months, starts_at, ended_on });
  return (
    <Form id="subscription" method="post" className={`${forms.form} ${styles.sheet}`} noValidate preventScrollReset>
      {chosen && <h3 className={styles.legend}>{t('loft_admin.change_subscription')}</h3>}
      <Wrong refused={answer?.refused} />
      {chosen && (
        <>
          <input type="hidden" name="id" value={chosen.id} />
          <input type="hidden" name="version" value={chosen.version} />
        </>
      )}
      <div className={forms.pair}>
        <Choice label={t('loft_admin.duration')} {...own('months')}>
          {subscriptionMonths.map((count) => (
            <option key={count} value={count}>
              {t('loft_admin.months', { count })}
            </option>
          ))}
        </Choice>
        <Field type="date" label={t('loft_admin.first_day')} required {...own('starts_at')} />
        {chosen && (
          <Field type="date" label={t('loft_admin.last_day')} {...own('ended_on', t('loft_admin.ended_hint'))} />
        )}
      </div>
      {chosen && (
        <Field
          label={t('loft_admin.reason')}
          required
          maxLength={500}
          {...fieldsIn(answer, { reason: '' })('reason')}
        />
      )}
      <p className={styles.actions}>
        <button
          type="submit"
          name="intent"
          value={chosen ? 'change' : 'subscription'}
          className={chosen ? panel.button_primary : panel.button}
        >
          {t(chosen ? 'rights.save' : 'loft_admin.add_subscription')}
        </button>
        {chosen && (
          <>
            <button type="submit" name="intent" value="take" className={`${panel.button} ${forms.danger}`}>
              {t('loft_admin.take_back')}
            </button>
            <Link className={panel.button} to="?" preventScrollReset>
              {t('due_date.cancel')}
            </Link>
          </>
        )}
      </p>
    </Form>
  );
}
