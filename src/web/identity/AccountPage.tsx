/** The start page of an account: its person, and links to the site and the settings. */
import { Form, redirect } from 'react-router';
import { metaOf } from '#web/lib/head.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/AccountPage.ts';
import styles from './identity.module.css';
import { Panel, Portrait } from './panel.tsx';
import { cookiesOf, headOf, noStore, ownAccount, providerOf } from './provider.server.ts';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  return { head: headOf(args, 'account'), account: await ownAccount(args) };
}

/** Signs out of the provider; sites that were signed in to with it end their own sessions. */
export async function action(args: Route.ActionArgs) {
  const { identity } = await providerOf(args);
  await identity.signOut();
  return redirect('/id/sign-in', cookiesOf(identity));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { account } = loaderData;
  const around = useRootData();
  return (
    <Panel title={t('identity.account')}>
      <div className={styles.who}>
        <Portrait account={account} />
        <p>
          <strong>
            {account.first_name} {account.last_name}
          </strong>
          <br />
          <bdi>{account.email}</bdi>
        </p>
      </div>
      <dl className={styles.facts}>
        <dt>{t('identity.identity_number')}</dt>
        <dd>
          <bdi dir="ltr">{account.identity_number}</bdi>
        </dd>
        {account.phone && (
          <>
            <dt>{t('identity.phone')}</dt>
            <dd>
              <bdi dir="ltr">{account.phone}</bdi>
            </dd>
          </>
        )}
      </dl>
      <div className={styles.row}>
        {/* An account that signed in at this site's own provider first has no session at the site yet. */}
        {around && !around.me && around.links.register ? (
          <a className={panel.button_primary} href="/login?to=/">
            {t('identity.to_site')}
          </a>
        ) : (
          <Link className={panel.button_primary} to="/">
            {t('identity.to_site')}
          </Link>
        )}
        <Link className={panel.button} to="/id/settings">
          {t('identity.settings')}
        </Link>
        <Form method="post">
          <button type="submit" className={panel.button}>
            {t('nav.log_out')}
          </button>
        </Form>
      </div>
    </Panel>
  );
}
