/** The settings of an account: each section is a form of its own and shows its own result. */
import { data, redirect } from 'react-router';
import { countriesIn } from '#domain/countries.ts';
import { pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SettingsPage.ts';
import { type Changed, change } from './change.server.ts';
import styles from './identity.module.css';
import { Passkeys } from './Passkeys.tsx';
import { Panel } from './panel.tsx';
import { cookiesOf, headOf, noStore, ownAccount, providerOf } from './provider.server.ts';
import { lastEntries, SecurityLog } from './SecurityLog.tsx';
import { Person, Phone, Picture } from './SettingsPerson.tsx';
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
  await ownAccount(args);
  const { identity } = await providerOf(args);
  const form = await args.request.formData();
  return actOn(form, async () => {
    const changed: Changed = await change(identity, form);
    const cookies = cookiesOf(identity);
    if (changed.gone) return redirect('/id/register', cookies);
    if (changed.over) return redirect('/id/sign-in', cookies);
    if (changed.language)
      cookies.headers.push(['set-cookie', `locale=${changed.language}; Path=/; Max-Age=31536000; SameSite=Lax`]);
    return data({ changed }, cookies);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { account, sessions, countries, passkeys, security } = loaderData;
  const done = actionData && 'changed' in actionData ? actionData.changed : undefined;
  const failed = actionData && 'refused' in actionData ? actionData : undefined;
  const answer = { done, failed };
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
