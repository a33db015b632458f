/** One article of a loft in the language that suits the reader; its authors see it before publication. */
import { localeFacts } from '#domain/locales.ts';
import { readNews } from '#domain/news/contract.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { newsLocale } from '#web/lib/latest-news.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { newsHead } from '#web/share/heads.server.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { RichText } from '#web/ui/RichText.tsx';
import { Moment } from '#web/ui/Times.tsx';
import type { Route } from './+types/NewsPage.ts';
import { NewsChip } from './NewsChip.tsx';
import styles from './news.module.css';
import { newsAdminPath } from './paths.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), news_id: idFrom(params.news_id) };
  const query = { locale: newsLocale(locale) };
  const view = await answers(() => context.get(callContext)(readNews, { params: key, query }));
  return { ...view, head: newsHead({ locale, public_url, url: request.url }, view) };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function NewsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, news } = loaderData;
  useLastKnown(loaderData);
  const { lang, dir, name } = localeFacts[news.locale];
  const others = news.locales.filter((one) => one !== news.locale);
  const adminPath = `${newsAdminPath({ loft_id: loft.id, season_id: season?.id ?? null })}/${news.id}`;
  return (
    <div className={`wrap ${styles.page}`}>
      {news.state !== 'published' && (
        <div role="status" className={`${panel.notice} ${styles.notice}`}>
          <Icon name="eye" />
          <p>
            {t('news.only_you')} <Link to={adminPath}>{t('news.edit')}</Link>
          </p>
        </div>
      )}
      <article className={`${panel.panel} ${styles.article}`}>
        <h1 lang={lang} dir={dir}>
          {news.title}
        </h1>
        <div className={styles.about}>
          {news.published_at !== null && <Moment at_ms={Date.parse(news.published_at)} time_zone={loft.time_zone} />}
          {news.state !== 'published' && <NewsChip state={news.state} />}
          <bdi>{loft.name}</bdi>
          {season && <bdi>{season.name}</bdi>}
        </div>
        {(others.length > 0 || news.locale !== locale) && (
          <p className={styles.others}>
            {news.locale !== locale && <span>{t('news.in_language', { language: name })}</span>}
            {others.length > 0 && <span>{t('news.also_in')}</span>}
            {others.map((one) => (
              <a key={one} href={`?lang=${one}`} hrefLang={localeFacts[one].lang} lang={localeFacts[one].lang}>
                {localeFacts[one].name}
              </a>
            ))}
          </p>
        )}
        <div lang={lang} dir={dir}>
          {news.lead && <p className={styles.lead}>{news.lead}</p>}
          <RichText document={news.body} pictures={news.pictures} />
        </div>
      </article>
    </div>
  );
}
