/** A feed of news. Its texts are the same elements as on the pages, written down; everything else is escaped. */
import { Feed } from 'feed';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReplyOf } from '#domain/contract.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { listNews } from '#domain/news/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { feedPath } from '#web/lib/feeds.ts';
import { loftPath, newsPath } from '#web/lib/paths.ts';
import { type ImageProps, RichText } from '#web/ui/RichText.tsx';
import { allNewsPath } from './paths.ts';

type News = ReplyOf<typeof listNews>['news'][number];

export interface FeedAsked {
  loft: Loft;
  news: readonly News[];
  locale: Locale;
  /** Feeds are read elsewhere, so all their addresses are whole. */
  public_url: string;
}

export function feedOf(kind: 'rss' | 'atom', { loft, news, locale, public_url }: FeedAsked): string {
  const { t } = speaker(locale);
  const title = inXml(t('news.of', { loft: loft.name }));
  const feed = new Feed({
    title,
    description: title,
    id: public_url + allNewsPath(loft.id),
    link: public_url + allNewsPath(loft.id),
    feed: public_url + feedPath(loft.id, kind, locale),
    language: localeFacts[locale].lang,
    // The same as long as nothing new is in it, so that readers are told so.
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
  // Lazy, or React would put a link to load it before everything.
  <img src={src} alt={alt} width={width ?? undefined} height={height ?? undefined} loading="lazy" />
);

/** A text as HTML, which readers of feeds take titles and summaries for. */
const escaped = (text: string) => inXml(renderToStaticMarkup(text));

/** Without the characters that XML has no place for, escaped or not. */
const inXml = (text: string) => text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
