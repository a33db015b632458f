/** The account at the payment provider to which the reader lets prizes be paid: where it stands, and the way to it. */
import { beginPayoutAccount, readPayoutAccount } from '#domain/prizes/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, notFound } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/PayoutAccountPage.ts';
import styles from './prizes.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const account = await answers(() => context.get(callContext)(readPayoutAccount, {}));
  if (!account.is_offered) notFound();
  return { ...account, head: pageHead({ context, params, pattern }, [t('prizes.account')], t('prizes.account_lead')) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const { public_url: from } = context.get(pageContext);
  return actOn(form, () => context.get(callContext)(beginPayoutAccount, { body: { from } }));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PayoutAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { state } = loaderData;
  // A link, because forms lead to this site alone.
  const url = actionData && 'url' in actionData ? actionData.url : null;
  return (
    <div className={`wrap ${panel.body}`}>
      <section className={panel.panel} aria-labelledby="account">
        <div className={panel.head}>
          <h1 id="account">{t('prizes.account')}</h1>
        </div>
        <form method="post" className={styles.form}>
          <p>{t('prizes.account_lead')}</p>
          {state !== 'none' && (
            <p role="status">{t(state === 'ready' ? 'prizes.account_ready' : 'prizes.account_begun')}</p>
          )}
          <Wrong refused={actionData && 'refused' in actionData ? actionData.refused : undefined} />
          {url === null ? (
            <button type="submit" className={state === 'ready' ? panel.button : panel.button_primary}>
              {t('prizes.account_begin')}
            </button>
          ) : (
            <a className={panel.button_primary} href={url}>
              {t('prizes.account_go')}
            </a>
          )}
        </form>
      </section>
    </div>
  );
}
