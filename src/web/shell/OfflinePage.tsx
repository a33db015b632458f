/** What stands where a page was asked for and there is no network: which pages can be read all the same. */
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { brand, metaOf, titled } from '#web/lib/head.ts';
import { formatAge } from '#web/lib/intl.ts';
import { cachedPages, type Kept } from '#web/lib/keep.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useWhenBack } from '#web/lib/when-back.ts';
import { Empty } from '#web/ui/Empty.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/OfflinePage.ts';
import styles from './shell.module.css';

export function loader({ context }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  return {
    head: { title: titled(t('error.away')), description: t('offline.text'), url: `${public_url}/offline` },
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OfflinePage() {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [params] = useSearchParams();
  const [kept, setKept] = useState<{ pages: readonly Kept[]; now_ms: number }>();
  const to = pathFrom(params.get('to'));

  useEffect(() => {
    void cachedPages().then((pages) => setKept({ pages, now_ms: Date.now() }));
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
      {kept && kept.pages.length > 0 && (
        <section className={`${panel.panel} ${styles.kept}`} aria-labelledby="kept">
          <h2 id="kept">{t('offline.text')}</h2>
          <ul>
            {kept.pages.map(({ path, title, kept_at }) => (
              <li key={path}>
                {/* A document of its own: the worker has it, the router would ask the network. */}
                <a href={path}>
                  <bdi>{title.replace(` · ${brand}`, '')}</bdi>
                </a>
                <span>{formatAge(locale, kept.now_ms - kept_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Where the reader wanted to go: a page of this site. */
function pathFrom(to: string | null): string {
  const url = to?.startsWith('/') ? URL.parse(to, 'https://own.invalid') : null;
  return url?.host === 'own.invalid' ? url.pathname + url.search : '/';
}
