/** Requests a link to a new password. The reply is the same for known and unknown addresses. */
import { Form } from 'react-router';
import { emailForm } from '#domain/identity/forms.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/ForgotPasswordPage.ts';
import styles from './identity.module.css';
import { OutboxHint, Panel } from './panel.tsx';
import { headOf, noStore, providerOf } from './provider.server.ts';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  const { identity } = await providerOf(args);
  return { head: headOf(args, 'forgot'), outbox: identity.outbox_open, minutes: identity.reset_minutes };
}

export async function action(args: Route.ActionArgs) {
  const { identity, onward } = await providerOf(args);
  const form = await args.request.formData();
  return actOn(form, async () => {
    const { email } = fieldsOf(form, emailForm);
    await identity.forgetPassword(email, onward);
    return { sent_to: email, isAgain: textIn(form, 'again') !== '' };
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  if (actionData && 'sent_to' in actionData)
    return (
      <Panel title={t('identity.check_mail')}>
        <p role="status" className={styles.lead}>
          {t('identity.check_mail_text')} {t('identity.link_good', { count: loaderData.minutes })}
        </p>
        <p>
          <strong>
            <bdi>{actionData.sent_to}</bdi>
          </strong>
        </p>
        <p>{t('identity.check_mail_nothing')}</p>
        <Form method="post" className={forms.form}>
          {actionData.isAgain && (
            <p role="status" className={styles.done}>
              {t('identity.sent_again')}
            </p>
          )}
          <input type="hidden" name="email" value={actionData.sent_to} />
          <button type="submit" name="again" value="1" className={panel.button}>
            {t('identity.send_again')}
          </button>
        </Form>
        <OutboxHint open={loaderData.outbox} />
      </Panel>
    );
  return (
    <Panel title={t('identity.forgot')}>
      <p className={styles.lead}>{t('identity.forgot_text')}</p>
      <Form method="post" className={forms.form} noValidate>
        <Wrong refused={actionData?.refused} />
        <Field
          label={t('identity.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={actionData?.typed.email}
          errors={actionData?.refused.errors?.email}
        />
        <button type="submit" className={`${panel.button_primary} ${styles.full}`}>
          {t('identity.send_link')}
        </button>
      </Form>
    </Panel>
  );
}
