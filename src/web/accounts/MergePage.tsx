/** Asking to merge another account of one's own into this one: its mailbox gets the link. */
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { askToMerge } from '#domain/accounts/merge-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/MergePage.ts';
import styles from './merge.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const { t } = speaker(locale);
  const { email } = await answers(async () => {
    if (!me) throw new Refusal('sign_in_first');
    return me;
  });
  return { email, head: pageHead({ context, params, pattern }, [t('merge.title')], t('merge.lead')) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, async () => {
    await context.get(callContext)(askToMerge, { body: { email: textIn(form, 'email') } });
    return redirect('/account/merge?sent=1');
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function MergePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const busy = useNavigation().state === 'submitting';
  const field = fieldsIn(actionData, { email: '' });
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('merge.title')}</h1>
      <p>{t('merge.lead')}</p>
      {search.has('sent') && !actionData && (
        <p role="status" className={panel.notice}>
          <Icon name="check" size={20} />
          <span>{t('merge.sent')}</span>
        </p>
      )}
      <section className={panel.panel} aria-label={t('merge.title')}>
        <Form method="post" className={`${forms.form} ${styles.part}`} noValidate preventScrollReset>
          <Wrong refused={actionData?.refused} />
          {loaderData.email && (
            <p>
              {t('merge.stays')} <bdi>{loaderData.email}</bdi>
            </p>
          )}
          <Field
            label={t('merge.other')}
            hint={t('merge.other_hint')}
            type="email"
            dir="ltr"
            required
            maxLength={128}
            autoComplete="off"
            {...field('email')}
          />
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t('merge.ask')}
          </button>
        </Form>
      </section>
    </div>
  );
}
