/** The query of the public list of seasons from a URL, for the page and the files. */
import { seasonChoices } from '#domain/seasons/season.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

/** URL parameters of the list's filters. */
export const narrowing = ['country', 'loft', 'show'];

export function seasonsQueryFrom(search: URLSearchParams) {
  const country = search.get('country') ?? '';
  const loft = search.get('loft') ?? '';
  const show = oneOf(['', ...seasonChoices], search.get('show'));
  return {
    q: searchTextFrom(search),
    page: pageFrom(search).page,
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(/^[1-9]\d{0,14}$/.test(loft) && { loft_id: Number(loft) }),
    ...(show !== '' && { show }),
  };
}
