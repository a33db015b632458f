/** The second factor of a sign-in, for accounts with one. */
import { Form, redirectDocument } from 'react-router';
import { codeForm } from '#domain/identity/forms.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SecondFactorPage.ts';
import styles from './identity.module.css';
import { Panel } from './panel.tsx';
import { cookiesOf, headOf, noStore, providerOf } from './provider.server.ts';

export const headers = noStore;

export function loader(args: Route.LoaderArgs) {
  return { head: headOf(args, 'second_step') };
}

export async function action(args: Route.ActionArgs) {
  const { identity, next } = await providerOf(args);
  const form = await args.request.formData();
  return actOn(form, async () => {
    await identity.proveSecondFactor(fieldsOf(form, codeForm).code);
    return redirectDocument(next, cookiesOf(identity));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SecondFactorPage({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t('identity.second_step')}>
      <p className={styles.lead}>{t('identity.second_step_text')}</p>
      <Form method="post" className={forms.form} noValidate>
        <Wrong refused={actionData?.refused} />
        <Field
          label={t('identity.code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          required
          dir="ltr"
          errors={actionData?.refused.errors?.code}
        />
        <button type="submit" className={`${panel.button_primary} ${styles.full}`}>
          {t('identity.confirm')}
        </button>
      </Form>
    </Panel>
  );
}
