/** The way from a letter to an account that is ready. The link alone does nothing: programs that look at mail open links. */
import { useTranslation } from 'react-i18next';
import { Form, redirectDocument, useSearchParams } from 'react-router';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/VerifyEmailPage.ts';
import { OutboxHint, Panel } from './frame.tsx';
import styles from './identity.module.css';
import { cookiesOf, headOf, noStore, opened } from './opened.server.ts';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  const { identity } = await opened(args);
  return { head: headOf(args, 'verify'), outbox: identity.outbox_open };
}

export async function action(args: Route.ActionArgs) {
  const { identity, onward } = await opened(args);
  const form = await args.request.formData();
  return actOn(form, async () => {
    await identity.verifyEmail(textIn(form, 'token'));
    return redirectDocument(onward, cookiesOf(identity));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const token = search.get('token');
  if (token === null)
    return (
      <Panel title={t('identity.check_mail')}>
        <p className={styles.lead}>{t('identity.check_mail_text')}</p>
        <OutboxHint open={loaderData.outbox} />
      </Panel>
    );
  return (
    <Panel title={t('identity.verify')}>
      <p className={styles.lead}>{t('identity.verify_text')}</p>
      <Form method="post" className={forms.form}>
        <Wrong refused={actionData?.refused} />
        <input type="hidden" name="token" value={token} />
        <button type="submit" className={`${panel.button_primary} ${styles.full}`}>
          {t('identity.confirm')}
        </button>
      </Form>
    </Panel>
  );
}
