/** The query of a season's list of transports from a URL, for the page and the file. */
import { transportStatuses } from '#domain/transports/transport.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

export function transportsQueryFrom(search: URLSearchParams) {
  const status = oneOf(['', ...transportStatuses], search.get('status'));
  return {
    q: searchTextFrom(search),
    ...(status !== '' && { status }),
    ...pageFrom(search),
  };
}
