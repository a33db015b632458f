/** All lofts, those with birds in the air first. */
import { useTranslation } from 'react-i18next';
import { listLofts } from '#domain/flights/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers } from '#web/lib/loader.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { Crumbs } from '#web/ui/Crumbs.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { LoftCard } from '#web/ui/LoftCard.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/LoftsPage.ts';
import styles from './lofts.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const { lofts, read_at } = await answers(() => context.get(callContext)(listLofts, {}));
  const head = { title: titled(t('lofts.title')), description: t('lofts.lead'), url: `${public_url}/lofts` };
  return { lofts, read_at, head };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { lofts, read_at } = loaderData;
  useLastKnown(loaderData);
  useRefresh(lofts.some((loft) => loft.live_flight !== null));
  return (
    <div className="wrap">
      <div className={styles.head}>
        <Crumbs way={[{ name: t('nav.home'), to: '/' }, { name: t('lofts.title') }]} />
        <h1>{t('lofts.title')}</h1>
        <p>{t('lofts.lead')}</p>
      </div>
      {lofts.length ? (
        <ul className={styles.cards}>
          {lofts.map((loft) => (
            <li key={loft.id}>
              <LoftCard loft={loft} read_at={read_at} heading="h2" />
            </li>
          ))}
        </ul>
      ) : (
        <div className={panel.panel}>
          <Empty title={t('lofts.empty')} text={t('lofts.empty_text')} />
        </div>
      )}
    </div>
  );
}
