/** The page that is shown without a network: a list of the cached pages. */
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { brand, metaOf, pageHead } from '#web/lib/head.ts';
import { formatAge } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useWhenBack } from '#web/lib/reconnect.ts';
import { type CachedPage, cachedPages } from '#web/lib/service-worker.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/OfflinePage.ts';
import styles from './shell.module.css';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('error.away')], t('offline.text')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OfflinePage() {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [params] = useSearchParams();
  const [cached, setCached] = useState<{ pages: readonly CachedPage[]; now_ms: number }>();
  const to = pathFrom(params.get('to'));

  useEffect(() => {
    void cachedPages().then((pages) => setCached({ pages, now_ms: Date.now() }));
  }, []);
  const back = useCallback(() => location.replace(to), [to]);
  useWhenBack(true, back);

  return (
    <div className={`wrap ${styles.error}`}>
      <Empty title={t('error.away')} text={t('error.away_text')} whole>
        <a className={panel.button} href={to}>
          {t('offline.again')}
        </a>
      </Empty>
      {cached && cached.pages.length > 0 && (
        <section className={`${panel.panel} ${styles.cached}`} aria-labelledby="cached">
          <h2 id="cached">{t('offline.text')}</h2>
          <ul>
            {cached.pages.map(({ path, title, cached_at }) => (
              <li key={path}>
                {/* A document link: the service worker has the page, the router would use the network. */}
                <a href={path}>
                  <bdi>{title.replace(` · ${brand}`, '')}</bdi>
                </a>
                <span>{formatAge(locale, cached.now_ms - cached_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The page of this site that the reader wanted to open. */
function pathFrom(to: string | null): string {
  const url = to?.startsWith('/') ? URL.parse(to, 'https://own.invalid') : null;
  return url?.host === 'own.invalid' ? url.pathname + url.search : '/';
}
