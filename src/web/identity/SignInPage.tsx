/** Signing in with the bundled provider: by e-mail and password. */
import { Form, redirect, redirectDocument, useSearchParams } from 'react-router';
import { signInForm } from '#domain/identity/forms.ts';
import { passkeyAnswer, readAnswer } from '#domain/identity/passkey.ts';
import { accountPath, onwardFrom, sentPath, withOnward } from '#domain/identity/return-path.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SignInPage.ts';
import styles from './identity.module.css';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { Panel, WhyHere } from './panel.tsx';
import { cookiesOf, headOf, noStore, providerOf } from './provider.server.ts';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  const { identity, onward } = await providerOf(args);
  // A site may require a fresh sign-in; without a site an account that is signed in already goes on.
  if (onward === accountPath && (await identity.me())) throw redirect(onward);
  return { head: headOf(args, 'sign_in') };
}

export async function action(args: Route.ActionArgs) {
  const { identity, onward, next } = await providerOf(args);
  const form = await args.request.formData();
  return actOn(form, async () => {
    if (form.has('passkey')) {
      await identity.signInWithPasskey(readAnswer(passkeyAnswer, textIn(form, 'passkey')));
      return redirectDocument(next, cookiesOf(identity));
    }
    const proof = fieldsOf(form, signInForm);
    const came = await identity.signIn(proof, onward);
    const cookies = cookiesOf(identity);
    if (came === 'verify_email') return redirect(sentPath(proof.email, onward), cookies);
    if (came === 'second_factor') return redirect(withOnward('/id/second-factor', onward), cookies);
    return redirectDocument(next, cookies);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SignInPage({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const onward = onwardFrom(search);
  const refused = actionData?.refused;
  return (
    <Panel title={t('nav.log_in')}>
      {search.has('reset') && (
        <p role="status" className={styles.done}>
          {t('identity.reset_done')}
        </p>
      )}
      <WhyHere onward={onward} />
      <Form method="post" className={forms.form} noValidate>
        <Wrong refused={refused} />
        <Field
          label={t('identity.email')}
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
          defaultValue={actionData?.typed.email}
          errors={refused?.errors?.email}
        />
        <PasswordField
          label={t('identity.password')}
          name="password"
          autoComplete="current-password"
          required
          errors={refused?.errors?.password}
        />
        <button type="submit" className={`${panel.button_primary} ${styles.full}`}>
          {t('nav.log_in')}
        </button>
      </Form>
      <PasskeySignIn />
      <div className={styles.links}>
        <Link to={withOnward('/id/forgot-password', onward)}>{t('identity.forgotten')}</Link>
      </div>
      <div className={styles.newcomer}>
        <p>{t('identity.no_account')}</p>
        <Link className={`${panel.button} ${styles.full}`} to={withOnward('/id/register', onward)}>
          {t('identity.register')}
        </Link>
      </div>
    </Panel>
  );
}
