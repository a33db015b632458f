/** The head of a page: what tabs, search engines and shared links show of it. */
import type { MetaDescriptor } from 'react-router';

/** Worked out by the loader, because only the server knows the words of every language. */
export interface Head {
  title: string;
  description: string;
  /** The page's own address, absolute. */
  url: string;
}

export const brand = 'Loftline';

export function titled(...parts: string[]): string {
  return [...parts, brand].join(' · ');
}

export function metaOf(head: Head | undefined): MetaDescriptor[] {
  if (!head) return [{ title: brand }];
  const { title, description, url } = head;
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: brand },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary' },
    { tagName: 'link', rel: 'canonical', href: url },
  ];
}
