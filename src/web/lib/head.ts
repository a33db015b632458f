/** The head of a page: its data for tabs, search engines and shared links. */
import { generatePath, type LoaderFunctionArgs, type MetaDescriptor } from 'react-router';
import { defaultLocale, type Locale, localeFacts, locales } from '#domain/locales.ts';
import { pictureSize } from '#domain/share/card.ts';
import { pageContext } from './context.ts';

/** Built by the loader, because only the server has the catalogues of all languages. */
export interface Head {
  title: string;
  description: string;
  /** The page's own address, absolute. */
  url: string;
  /** What programs read instead of the page: its feeds, and what oEmbed says of it. */
  feeds?: readonly Feed[];
  /** For a page whose links are shared. */
  share?: {
    locale: Locale;
    /** The language that the address names; null where it is the reader's own. */
    asked: Locale | null;
    /** The address of its picture. */
    picture: string;
  };
}

export interface Feed {
  type: 'application/rss+xml' | 'application/atom+xml' | 'application/json+oembed';
  title: string;
  href: string;
}

export const brand = 'Loftline';

export function titled(...parts: string[]): string {
  return [...parts, brand].join(' · ');
}

/** The head of the page that a loader reads: its title in parts, which also describe it, and the address of its route. */
export function pageHead(
  { context, params, pattern }: Pick<LoaderFunctionArgs, 'context' | 'params' | 'pattern'>,
  title: readonly string[],
  description = title.join(' · '),
): Head {
  const path = generatePath(`/${pattern}`, params);
  return { title: titled(...title), description, url: context.get(pageContext).public_url + path };
}

export function metaOf(head: Head | undefined): MetaDescriptor[] {
  if (!head) return [{ title: brand }];
  const { title, description, url, share, feeds = [] } = head;
  const canonical = share?.asked ? inLanguage(url, share.asked) : url;
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: brand },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: canonical },
    { name: 'twitter:card', content: share ? 'summary_large_image' : 'summary' },
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...feeds.map((feed) => ({ tagName: 'link' as const, rel: 'alternate', ...feed })),
    ...(share ? sharedMeta(head, share) : []),
  ];
}

function sharedMeta({ title, description, url }: Head, share: NonNullable<Head['share']>): MetaDescriptor[] {
  return [
    { property: 'og:locale', content: territorial(share.locale) },
    { property: 'og:image', content: share.picture },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(pictureSize.width) },
    { property: 'og:image:height', content: String(pictureSize.height) },
    { property: 'og:image:alt', content: description },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: share.picture },
    { name: 'twitter:image:alt', content: description },
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: url },
    ...locales.map((locale) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: languages.get(locale)!.language,
      href: inLanguage(url, locale),
    })),
  ];
}

/** The address of the page in one language, for all readers. */
function inLanguage(url: string, locale: Locale): string {
  return `${url}${url.includes('?') ? '&' : '?'}lang=${locale}`;
}

/** A language with the country that has most of its speakers, as in Open Graph tags: `de_DE`. */
function territorial(locale: Locale): string {
  const { language, region } = languages.get(locale) ?? languages.get(defaultLocale)!;
  return `${language}_${region}`;
}

/** Each page with a share picture names all languages. */
const languages = new Map<Locale, Intl.Locale>(
  locales.map((locale) => [locale, new Intl.Locale(localeFacts[locale].lang).maximize()]),
);
