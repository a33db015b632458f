/** What the address of a season's transports asks for, for the page and for the file. */
import { transportStatuses } from '#domain/transports/transport.ts';
import { oneOf, pageFrom } from '#web/lib/loader.ts';

export function transportsAskedFor(search: URLSearchParams) {
  const status = oneOf(['', ...transportStatuses], search.get('status'));
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    ...(status !== '' && { status }),
    ...pageFrom(search),
  };
}
