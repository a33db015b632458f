/** The settings of an account: each section is a form of its own and shows its own result. */
import { data, redirect, redirectDocument, useSearchParams } from 'react-router';
import { countriesIn } from '#domain/countries.ts';
import { accountLocaleCookie, chosenLocaleCookie } from '#domain/locales.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SettingsPage.ts';
import { type Changed, change } from './change.server.ts';
import styles from './identity.module.css';
import { Passkeys } from './Passkeys.tsx';
import { Panel } from './panel.tsx';
import { cookiesOf, headOf, noStore, ownAccount, providerOf } from './provider.server.ts';
import { lastEntries, SecurityLog } from './SecurityLog.tsx';
import { Address, Person, Phone, Picture } from './SettingsPerson.tsx';
import { Delete, Password, SecondStep, SessionList } from './SettingsSafety.tsx';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  const account = await ownAccount(args);
  const { identity } = await providerOf(args);
  const { locale } = args.context.get(pageContext);
  return {
    head: headOf(args, 'settings'),
    account,
    sessions: await identity.sessions(),
    passkeys: await identity.passkeys(),
    security: await identity.securityLog({ most: lastEntries }),
    countries: countriesIn(locale),
  };
}

export async function action(args: Route.ActionArgs) {
  const { identity } = await providerOf(args);
  const form = await args.request.formData();
  const back = backFrom(args.url.searchParams);
  return actOn(form, async () => {
    // The page keeps what was typed, and offers to log in beside it.
    if (!(await identity.me())) throw new Refusal('sign_in_first');
    // Who was sent here for the address goes back with one.
    if (back !== null && textIn(form, 'what') === 'person' && textIn(form, 'street').trim() === '')
      throw refusalAt('street', 'error_required');
    const changed: Changed = await change(identity, form);
    const cookies = cookiesOf(identity);
    if (changed.gone) return redirect('/id/register', cookies);
    if (changed.over) return redirect('/id/sign-in', cookies);
    if (!changed.language) return data({ changed }, cookies);
    const { locale, public_url } = args.context.get(pageContext);
    const kept = `Path=/; HttpOnly; SameSite=Lax${public_url.startsWith('https:') ? '; Secure' : ''}`;
    // A language that was chosen by hand in this browser gives way to the one that is chosen now.
    cookies.headers.push(
      ['set-cookie', `${accountLocaleCookie}=${changed.language}; Max-Age=31536000; ${kept}`],
      ['set-cookie', `${chosenLocaleCookie}=; Max-Age=0; Path=/`],
    );
    // A page is in one language as a whole: with another one it is loaded anew.
    const go = changed.language === locale ? redirect : redirectDocument;
    if (back !== null) return go(back, cookies);
    return changed.language === locale ? data({ changed }, cookies) : go(`${args.url.pathname}?saved=person`, cookies);
  });
}

/** The page that sent its reader here to complete their address, or null: a registration, or a sale. */
function backFrom(search: URLSearchParams): string | null {
  const to = search.get('to') ?? '';
  return /^\/lofts\/\d+\/seasons\/\d+\/(register|sale)(\?|$)/.test(to) ? to : null;
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { account, sessions, countries, passkeys, security } = loaderData;
  const [search] = useSearchParams();
  const saved = search.get('saved') === 'person' && !actionData ? { what: 'person', saved: true } : undefined;
  const done = actionData && 'changed' in actionData ? actionData.changed : saved;
  const failed = actionData && 'refused' in actionData ? actionData : undefined;
  const answer = { done, failed };
  const back = backFrom(search);
  // Who comes for the address finds it alone, with the way back.
  if (back !== null)
    return (
      <Panel title={t('identity.person')}>
        <Address account={account} countries={countries} answer={answer} />
        <p className={styles.links}>
          <Link to={back}>{t('identity.back_unsaved')}</Link>
        </p>
      </Panel>
    );
  return (
    <Panel title={t('identity.settings')} wide>
      <Person account={account} countries={countries} answer={answer} />
      <Picture account={account} answer={answer} />
      <Phone account={account} answer={answer} />
      <Password answer={answer} />
      <Passkeys passkeys={passkeys} proven={account.proven} answer={answer} />
      <SecondStep on={account.second_factor} answer={answer} />
      <SessionList sessions={sessions} answer={answer} />
      <SecurityLog {...security} />
      <section className={styles.part}>
        <h2>{t('claims.own')}</h2>
        <p>{t('claims.own_lead')}</p>
        <p>
          <Link className={panel.button} to="/account/claims">
            {t('claims.own')}
          </Link>
        </p>
      </section>
      <section className={styles.part}>
        <h2>{t('merge.title')}</h2>
        <p>{t('merge.lead')}</p>
        <p>
          <Link className={panel.button} to="/account/merge">
            {t('merge.title')}
          </Link>
        </p>
      </section>
      <section className={styles.part}>
        <h2>{t('developers.title')}</h2>
        <p>
          <Link className={panel.button} to="/developers/keys">
            {t('developers.keys')}
          </Link>{' '}
          <Link className={panel.button} to="/developers/webhooks">
            {t('developers.webhooks')}
          </Link>
        </p>
      </section>
      <section className={styles.part}>
        <h2>{t('identity.data')}</h2>
        <p>
          <a className={panel.button} href="/id/account.json" download>
            {t('identity.take_data')}
          </a>
        </p>
      </section>
      <Delete answer={answer} />
    </Panel>
  );
}
