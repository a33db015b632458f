/** A feed of news. Its texts are rendered by the same elements as on the pages; everything else is escaped. */
import { Feed } from 'feed';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReplyOf } from '#domain/contract.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { inXml } from '#domain/markup.ts';
import type { listNews } from '#domain/news/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { feedPath } from '#web/lib/feeds.ts';
import { loftPath, newsPath } from '#web/lib/paths.ts';
import { type ImageProps, RichText } from '#web/ui/RichText.tsx';
import { allNewsPath } from './paths.ts';

type News = ReplyOf<typeof listNews>['news'][number];

export interface FeedInput {
  loft: Loft;
  news: readonly News[];
  locale: Locale;
  /** Feeds are read elsewhere, so all their addresses are absolute. */
  public_url: string;
}

export function feedOf(kind: 'rss' | 'atom', { loft, news, locale, public_url }: FeedInput): string {
  const { t } = speaker(locale);
  const title = inXml(t('news.of', { loft: loft.name }));
  const feed = new Feed({
    title,
    description: title,
    id: public_url + allNewsPath(loft.id),
    link: public_url + allNewsPath(loft.id),
    feed: public_url + feedPath(loft.id, kind, locale),
    language: localeFacts[locale].lang,
    // The time of the latest article: unchanged feeds stay identical for their readers.
    updated: new Date(news[0]?.published_at ?? 0),
    author: { name: inXml(loft.name), link: public_url + loftPath(loft.id) },
    generator: 'Loftline',
  });
  for (const one of news) {
    const { lang, dir } = localeFacts[one.locale];
    const link = public_url + newsPath(one);
    feed.addItem({
      title: escaped(one.title),
      id: link,
      link,
      date: new Date(one.published_at),
      ...(one.lead && { description: escaped(one.lead) }),
      content: inXml(
        renderToStaticMarkup(
          <div lang={lang} dir={dir}>
            <RichText document={one.body} pictures={whole(one.pictures, public_url)} Image={PlainImage} />
          </div>,
        ),
      ),
    });
  }
  return kind === 'rss' ? feed.rss2() : feed.atom1();
}

const whole = (pictures: News['pictures'], public_url: string) =>
  pictures.map((one) => ({ ...one, src: new URL(one.src, public_url).href }));

const PlainImage = ({ file: { src, width, height }, alt }: ImageProps) => (
  // Without `lazy` React would put a preload link before everything.
  <img src={src} alt={alt} width={width ?? undefined} height={height ?? undefined} loading="lazy" />
);

/** Plain text as HTML: feed readers parse titles and summaries as HTML. */
const escaped = (text: string) => inXml(renderToStaticMarkup(text));
