import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { type PageFacts, pageContext } from './context.ts';
import { metaOf, pageHead } from './head.ts';

const page = { title: 'Final', description: '3 of 9 home', url: 'https://loft.example/lofts/1' };
const share = { locale: 'de', asked: null, picture: 'https://loft.example/lofts/1/share.png?lang=de' } as const;
const hrefs = (tags: ReturnType<typeof metaOf>, rel: string) =>
  tags.flatMap((tag) => ('rel' in tag && tag.rel === rel ? [tag.href] : []));

describe('the head of a page', () => {
  it('has no picture and no other languages where links are not shared', () => {
    const tags = metaOf(page);
    expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary' });
    expect(hrefs(tags, 'alternate')).toEqual([]);
    expect(hrefs(tags, 'canonical')).toEqual([page.url]);
  });

  it('has a picture, its language and its address in all other languages', () => {
    const tags = metaOf({ ...page, share });
    expect(tags).toContainEqual({ property: 'og:image', content: share.picture });
    expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
    expect(tags).toContainEqual({ property: 'og:locale', content: 'de_DE' });
    expect(hrefs(tags, 'alternate')).toEqual([page.url, ...locales.map((one) => `${page.url}?lang=${one}`)]);
    const said = tags.flatMap((tag) => ('hrefLang' in tag ? [tag.hrefLang] : []));
    expect(said).toContain('ja');
    expect(new Set(said).size).toBe(locales.length + 1);
  });

  it('is the page in the language that the address names', () => {
    const tags = metaOf({ ...page, share: { ...share, asked: 'de' } });
    expect(hrefs(tags, 'canonical')).toEqual([`${page.url}?lang=de`]);
    expect(tags).toContainEqual({ property: 'og:url', content: `${page.url}?lang=de` });
  });

  it('is at the address of its route, described by its title where nothing else does', () => {
    const context = new RouterContextProvider();
    context.set(pageContext, { public_url: 'https://loft.example' } as PageFacts);
    const at = (pattern: string) => ({ context, pattern, params: { loft_id: '7', season_id: '3' } });
    expect(pageHead(at('lofts/:loft_id/seasons/:season_id'), ['2027', 'Derby'])).toEqual({
      title: '2027 · Derby · Loftline',
      description: '2027 · Derby',
      url: 'https://loft.example/lofts/7/seasons/3',
    });
    expect(pageHead(at('/'), ['Derby'], 'One loft')).toMatchObject({
      description: 'One loft',
      url: 'https://loft.example/',
    });
  });
});
