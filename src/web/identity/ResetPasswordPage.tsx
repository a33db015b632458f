/** Sets a new password with the link from a mail. All sessions of the account end. */
import { Form, redirect, useSearchParams } from 'react-router';
import { newPasswordForm } from '#domain/identity/forms.ts';
import { onwardFrom, withOnward } from '#domain/identity/return-path.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/ResetPasswordPage.ts';
import styles from './identity.module.css';
import { NewPassword } from './NewPassword.tsx';
import { Panel } from './panel.tsx';
import { cookiesOf, headOf, noStore, providerOf } from './provider.server.ts';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  const { identity } = await providerOf(args);
  const isOpen = await identity.canReset(new URL(args.request.url).searchParams.get('token') ?? '');
  return { isOpen, head: headOf(args, 'reset') };
}

export async function action(args: Route.ActionArgs) {
  const { identity, onward } = await providerOf(args);
  const form = await args.request.formData();
  const token = new URL(args.request.url).searchParams.get('token') ?? '';
  return actOn(form, async () => {
    await identity.resetPassword({ token, password: fieldsOf(form, newPasswordForm).password });
    return redirect(withOnward('/id/sign-in?reset=1', onward), cookiesOf(identity));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const refused = actionData?.refused;
  const again = withOnward('/id/forgot-password', onwardFrom(search));
  if (!loaderData.isOpen)
    return (
      <Panel title={t('identity.reset')}>
        <p role="alert" className={styles.lead}>
          {t('refusals.token_invalid')}
        </p>
        <div className={styles.row}>
          <Link className={panel.button_primary} to={again}>
            {t('identity.send_link')}
          </Link>
          <Link className={panel.button} to={withOnward('/id/sign-in', onwardFrom(search))}>
            {t('nav.log_in')}
          </Link>
        </div>
      </Panel>
    );
  return (
    <Panel title={t('identity.reset')}>
      <Form method="post" className={forms.form} noValidate>
        <Wrong refused={refused} />
        <NewPassword errors={(name) => refused?.errors?.[name]} />
        <button type="submit" className={`${panel.button_primary} ${styles.full}`}>
          {t('identity.save')}
        </button>
      </Form>
      <p className={styles.links}>
        <Link to={again}>{t('identity.forgotten')}</Link>
      </p>
    </Panel>
  );
}
