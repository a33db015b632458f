/** The security log of an account, for its owner and for admins who help the owner. */
import { useSearchParams } from 'react-router';
import { readSecurityLog } from '#domain/accounts/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import panel from '#web/ui/panel.module.css';
import { SecurityList, SecurityPages } from '../ui/SecurityList.tsx';
import styles from '../ui/security.module.css';
import type { Route } from './+types/PersonSecurityPage.ts';

export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const user_id = idFrom(params.user_id);
  const before = url.searchParams.get('before');
  const query = before === null ? {} : { before: idFrom(before) };
  const log = await answers(() => context.get(callContext)(readSecurityLog, { params: { user_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('security.of_account')]);
  return { ...log, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PersonSecurityPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { person, entries, older } = loaderData;
  const name = nameOf(person) ?? t('rights.unnamed');
  return (
    <div className="wrap">
      <AdminHead title={t('security.of_account')} lead={<bdi>{name}</bdi>} />
      <section className={panel.panel} aria-label={t('security.of_account')}>
        <div className={styles.body}>
          <SecurityList entries={entries} />
          <SecurityPages older={older} back={search.has('before')} />
        </div>
      </section>
    </div>
  );
}
