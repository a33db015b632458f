/** Registers a new account: person and password. The reply does not reveal whether the address is taken. */
import { Form, redirect, useSearchParams } from 'react-router';
import { registerForm } from '#domain/identity/forms.ts';
import { onwardFrom, sentPath, withOnward } from '#domain/identity/return-path.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/RegisterPage.ts';
import styles from './identity.module.css';
import { NewPassword } from './NewPassword.tsx';
import { Panel, WhyHere } from './panel.tsx';
import { cookiesOf, headOf, noStore, providerOf } from './provider.server.ts';

export const headers = noStore;

export function loader(args: Route.LoaderArgs) {
  return { head: headOf(args, 'register') };
}

export async function action(args: Route.ActionArgs) {
  const { identity, onward } = await providerOf(args);
  const form = await args.request.formData();
  return actOn(form, async () => {
    const registration = fieldsOf(form, registerForm);
    await identity.register(registration, onward);
    return redirect(sentPath(registration.email, onward), cookiesOf(identity));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const refused = actionData?.refused;
  const own = (name: string) => ({
    name,
    label: t(`identity.${name}` as 'identity.email'),
    required: true,
    defaultValue: actionData?.typed[name],
    errors: refused?.errors?.[name],
  });
  return (
    <Panel title={t('identity.register')}>
      <WhyHere onward={onwardFrom(search)} />
      <Form method="post" className={forms.form} noValidate>
        <Wrong refused={refused} />
        <div className={forms.pair}>
          <Field {...own('first_name')} autoComplete="given-name" />
          <Field {...own('last_name')} autoComplete="family-name" />
        </div>
        <Field {...own('email')} type="email" autoComplete="username" />
        <NewPassword errors={(name) => refused?.errors?.[name]} />
        <button type="submit" className={`${panel.button_primary} ${styles.full}`}>
          {t('identity.register')}
        </button>
      </Form>
      <p className={styles.links}>
        <Link to={withOnward('/id/sign-in', onwardFrom(search))}>{t('identity.have_account')}</Link>
      </p>
    </Panel>
  );
}
