/** Behind the link in the mail: what goes to the account that asked, and the consent of the one that is closed. */
import { Form, redirectDocument, useNavigation } from 'react-router';
import { mergeAccounts, readMerge } from '#domain/accounts/merge-contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/ConfirmMergePage.ts';
import styles from './merge.module.css';

const tokenIn = (request: Request) =>
  (new URL(request.url).searchParams.get('token') ?? 'none').slice(0, 256) || 'none';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const { t } = speaker(locale);
  // Null: the link holds no more.
  const found = await answers(async () => {
    try {
      return await context.get(callContext)(readMerge, { query: { token: tokenIn(request) } });
    } catch (error) {
      if (isRefusal(error) && error.code === 'token_invalid') return null;
      throw error;
    }
  });
  const head = pageHead({ context, params, pattern }, [t('merge.confirm')]);
  return { found, email: me?.email ?? null, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  return actOn(new FormData(), async () => {
    await context.get(callContext)(mergeAccounts, { body: { token: tokenIn(request) } });
    return redirectDocument('/login/merged');
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ConfirmMergePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const busy = useNavigation().state === 'submitting';
  const { found, email } = loaderData;
  const merge = found?.merge;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('merge.confirm')}</h1>
      {found === null ? (
        <p className={panel.notice}>
          <Icon name="alert" size={20} />
          <span>{t('merge.link_over')}</span>
        </p>
      ) : !merge ? (
        <>
          <p className={panel.notice}>
            <Icon name="alert" size={20} />
            <span>{t('merge.other_reader')}</span>
          </p>
          {email && (
            <p>
              {t('merge.reader')} <bdi>{email}</bdi>
            </p>
          )}
          <form method="post" action="/logout">
            <button type="submit" className={panel.button}>
              {t('nav.log_out')}
            </button>
          </form>
        </>
      ) : (
        <section className={panel.panel} aria-label={t('merge.confirm')}>
          <div className={styles.part}>
            <p>
              {t('merge.into')}{' '}
              <b>
                <bdi>{[merge.into.name, merge.into.email].filter(Boolean).join(' · ')}</bdi>
              </b>
            </p>
            <p>
              {t('merge.closes')} <bdi>{merge.from.email}</bdi>
            </p>
            <h2>{t('merge.moves')}</h2>
            <dl className={styles.counts}>
              {counted.map((what) => (
                <Count key={what} name={t(`merge.${what}`)} value={formatNumber(locale, merge.counts[what])} />
              ))}
              {merge.prizes.map(({ currency, amount_cents }) => (
                <Count key={currency} name={t('merge.prizes')} value={formatMoney(locale, amount_cents, currency)} />
              ))}
            </dl>
            <h2>{t('merge.remains')}</h2>
            <p>{t('merge.remains_text')}</p>
            {merge.refusal !== null ? (
              <p className={panel.notice}>
                <Icon name="alert" size={20} />
                <span>{t(`refusals.${merge.refusal}` as 'refusals.merge_works')}</span>
              </p>
            ) : (
              <Form method="post" className={forms.form} preventScrollReset>
                <Wrong refused={actionData?.refused} />
                <p>{t('merge.sure')}</p>
                <button type="submit" className={`${panel.button} ${forms.danger}`} disabled={busy}>
                  {t('merge.do')}
                </button>
              </Form>
            )}
          </div>
        </section>
      )}
    </div>
  );
}

const counted = ['teams', 'orders', 'rights', 'favorites', 'claims', 'keys'] as const;

function Count({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
