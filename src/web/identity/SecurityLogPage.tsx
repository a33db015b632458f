/** The complete security log of one's own account, as far back as entries are stored. */
import { useSearchParams } from 'react-router';
import { metaOf } from '#web/lib/head.ts';
import { idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { SecurityList, SecurityPages } from '#web/ui/SecurityList.tsx';
import type { Route } from './+types/SecurityLogPage.ts';
import styles from './identity.module.css';
import { Panel } from './panel.tsx';
import { headOf, noStore, ownAccount, providerOf } from './provider.server.ts';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  await ownAccount(args);
  const { identity } = await providerOf(args);
  const before = args.url.searchParams.get('before');
  return {
    head: headOf(args, 'settings'),
    ...(await identity.securityLog({ before: before === null ? null : idFrom(before), most: 50 })),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SecurityLogPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { entries, older } = loaderData;
  return (
    <Panel title={t('security.title')} wide>
      <SecurityList entries={entries} />
      <SecurityPages older={older} back={search.has('before')} />
      <p className={styles.links}>
        <Link to="/id/settings">{t('identity.settings')}</Link>
      </p>
    </Panel>
  );
}
