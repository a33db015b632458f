/** The account that a team belongs to: assigned by e-mail address, or removed. */
import { Form } from 'react-router';
import type { Name } from '#domain/accounts/contract.ts';
import type { FieldError } from '#domain/refusal.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './people.module.css';

export interface TeamAccountProps {
  account: Name | null;
  /** Path of the season's people. */
  customers_at: string;
  /** The address of a refused form. */
  typed: string | undefined;
  errors: readonly FieldError[] | undefined;
}

export function TeamAccount({ account, customers_at, typed, errors }: TeamAccountProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="account">
      <div className={panel.head}>
        <h2 id="account">{t('people.account')}</h2>
        <small>{account ? '' : t('people.without_account')}</small>
      </div>
      {account && (
        <Form method="post" className={styles.account} preventScrollReset>
          <p>
            <Link to={`${customers_at}/${account.user_id}`}>
              <bdi>{nameOf(account) ?? t('rights.unnamed')}</bdi>
            </Link>
            {account.email && (
              <small>
                <bdi>{account.email}</bdi>
              </small>
            )}
          </p>
          <button type="submit" name="intent" value="no_account" className={panel.button}>
            {t('people.unlink')}
          </button>
        </Form>
      )}
      <Form method="post" className={`${form.form} ${styles.form}`} preventScrollReset>
        <Field
          label={t('rights.email')}
          type="email"
          name="email"
          required
          maxLength={128}
          autoComplete="off"
          defaultValue={typed}
          errors={errors}
        />
        <div className={styles.buttons}>
          <button type="submit" name="intent" value="account" className={panel.button_primary}>
            {t('people.link')}
          </button>
        </div>
      </Form>
    </section>
  );
}
