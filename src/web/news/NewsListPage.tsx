/** The news of a loft, the latest first (2.24). */
import { listNews } from '#domain/news/contract.ts';
import { newsPerPage } from '#domain/news/news.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { feedsOf } from '#web/lib/feeds.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { newsLocale } from '#web/lib/latest-news.ts';
import { answers, idFrom, pageFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import { NewsList } from '#web/ui/NewsList.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/NewsListPage.ts';
import { allNewsPath } from './paths.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const { page } = pageFrom(new URL(request.url).searchParams);
  const query = { page, locale: newsLocale(locale) };
  const { news, ...view } = await answers(() => context.get(callContext)(listNews, { params: { loft_id }, query }));
  const title = t('news.of', { loft: view.loft.name });
  const head = {
    title: titled(title),
    description: title,
    url: public_url + allNewsPath(loft_id),
    feeds: feedsOf({ loft_id, title, public_url, locale }),
  };
  // The list shows no texts.
  return { ...view, news: news.map(({ body: _body, ...one }) => one), head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function NewsListPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, news, read_at, ...list } = loaderData;
  return (
    <>
      <LoftHead loft={loft} read_at={read_at} part="news" seasons={[]} season_id={null} />
      <div className={`wrap ${panel.body}`}>
        <section className={panel.panel} aria-labelledby="list">
          <div className={panel.head}>
            <h2 id="list">{t('admin.news')}</h2>
            <small>{t('news.found', { count: list.total })}</small>
            <a className={panel.take} href={`${allNewsPath(loft.id)}.rss`}>
              RSS
            </a>
          </div>
          {news.length ? (
            <>
              <NewsList news={news} time_zone={loft.time_zone} />
              <Paging {...list} per_page={newsPerPage} />
            </>
          ) : (
            <Empty title={t('news.empty')} text={t('news.empty_text')} />
          )}
        </section>
      </div>
    </>
  );
}
