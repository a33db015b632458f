/** Requests a link to a new password. The reply is the same for known and unknown addresses. */
import { Form } from 'react-router';
import { emailForm } from '#domain/identity/forms.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
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
    await identity.forgetPassword(fieldsOf(form, emailForm).email, onward);
    return { sent: true as const };
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  if (actionData && 'sent' in actionData)
    return (
      <Panel title={t('identity.check_mail')}>
        <p role="status" className={styles.lead}>
          {t('identity.check_mail_text')} {t('identity.link_good', { count: loaderData.minutes })}
        </p>
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
