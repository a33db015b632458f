/** The latest news of a loft or of one of its seasons, as a section of another page; nothing where there are none. */
import type { Loft } from '#domain/lofts/contract.ts';
import type { PicturedNews } from '#web/lib/latest-news.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { NewsList } from './NewsList.tsx';
import panel from './panel.module.css';

export interface LatestNewsProps {
  loft: Pick<Loft, 'id' | 'time_zone'>;
  news: readonly PicturedNews[];
}

export function LatestNews({ loft, news }: LatestNewsProps) {
  const { t } = useTranslation();
  if (!news.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="news">
      <div className={panel.head}>
        <h2 id="news">{t('admin.news')}</h2>
        <Link className={panel.take} to={`${loftPath(loft.id)}/news`}>
          {t('news.all')}
        </Link>
      </div>
      <NewsList news={news} time_zone={loft.time_zone} />
    </section>
  );
}
