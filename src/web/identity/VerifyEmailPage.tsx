/**
 * Confirms the address of a new account by the link from a mail. The link alone does nothing: mail scanners open links.
 * In another browser than the one that registered, a password is chosen here, because the registered one may be a
 * stranger's.
 */
import { Form, redirectDocument, useSearchParams } from 'react-router';
import { emailForm, newPasswordForm } from '#domain/identity/forms.ts';
import { onwardFrom, withOnward } from '#domain/identity/return-path.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/VerifyEmailPage.ts';
import styles from './identity.module.css';
import { NewPassword } from './NewPassword.tsx';
import { OutboxHint, Panel } from './panel.tsx';
import { cookiesOf, headOf, noStore, providerOf } from './provider.server.ts';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  const { identity } = await providerOf(args);
  const token = new URL(args.request.url).searchParams.get('token');
  const registration = token === null ? undefined : await identity.registration(token);
  const email = new URL(args.request.url).searchParams.get('email');
  return {
    head: headOf(args, token === null ? 'check_mail' : 'verify'),
    outbox: identity.outbox_open,
    registration,
    email,
  };
}

export async function action(args: Route.ActionArgs) {
  const { identity } = await providerOf(args);
  const form = await args.request.formData();
  return actOn(form, async () => {
    if (form.has('email') && !form.has('token')) {
      await identity.sendConfirmation(fieldsOf(form, emailForm).email);
      return { sent: true as const };
    }
    const password = form.has('password') ? fieldsOf(form, newPasswordForm).password : null;
    const onward = await identity.verifyEmail(textIn(form, 'token'), password);
    return redirectDocument(onward, cookiesOf(identity));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { registration, outbox, email } = loaderData;
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined;
  if (registration === undefined)
    return (
      <Panel title={t('identity.check_mail')}>
        <p className={styles.lead}>{t('identity.check_mail_text')}</p>
        {email !== null && (
          <>
            <p>
              <strong>
                <bdi>{email}</bdi>
              </strong>
            </p>
            <p>{t('identity.check_mail_nothing')}</p>
            <Form method="post" className={forms.form}>
              <Wrong refused={refused} />
              {actionData && 'sent' in actionData && (
                <p role="status" className={styles.done}>
                  {t('identity.sent_again')}
                </p>
              )}
              <input type="hidden" name="email" value={email} />
              <button type="submit" className={panel.button}>
                {t('identity.send_again')}
              </button>
            </Form>
            <p className={styles.links}>
              <Link to={withOnward('/id/register', onwardFrom(search))}>{t('identity.wrong_address')}</Link>
            </p>
          </>
        )}
        <OutboxHint open={outbox} />
      </Panel>
    );
  if (registration === null)
    return (
      <Panel title={t('identity.verify')}>
        <p role="alert" className={styles.lead}>
          {t('identity.verify_over')}
        </p>
        <div className={styles.row}>
          <Link className={panel.button_primary} to={withOnward('/id/sign-in', onwardFrom(search))}>
            {t('nav.log_in')}
          </Link>
          <Link className={panel.button} to={withOnward('/id/register', onwardFrom(search))}>
            {t('identity.register')}
          </Link>
        </div>
      </Panel>
    );
  const { first_name, last_name, needs_password } = registration;
  return (
    <Panel title={t('identity.verify')}>
      <p className={styles.lead}>{t(needs_password ? 'identity.verify_choose' : 'identity.verify_text')}</p>
      <p>
        <bdi>
          {first_name} {last_name}
        </bdi>
        <br />
        <bdi>{registration.email}</bdi>
      </p>
      <Form method="post" className={forms.form} noValidate>
        <Wrong refused={refused} />
        <input type="hidden" name="token" value={search.get('token') ?? ''} />
        {needs_password && (
          <>
            {/* The browser stores the password with this address. */}
            <input type="email" name="email" value={registration.email} autoComplete="username" readOnly hidden />
            <NewPassword errors={(name) => refused?.errors?.[name]} />
          </>
        )}
        <button type="submit" className={`${panel.button_primary} ${styles.full}`}>
          {t('identity.confirm')}
        </button>
      </Form>
    </Panel>
  );
}
