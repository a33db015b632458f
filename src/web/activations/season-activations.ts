/** The query of the list of activations from a URL, for the page and the file. */
import { activationKinds, activationStates } from '#domain/activations/activation.ts';
import { oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';

const columns = ['state', 'ring', 'team', 'replaces', 'fee'] as const;
/** The first is the default: by state, open ones first. */
const sorts = ['state', ...columns.slice(1), ...columns.map((column) => `-${column}` as const)] as const;

export function activationsQueryFrom(search: URLSearchParams) {
  const state = oneOf(['', ...activationStates], search.get('state'));
  return {
    kind: oneOf(activationKinds, search.get('kind')),
    q: searchTextFrom(search),
    sort: oneOf(sorts, search.get('sort')),
    ...(state !== '' && { state }),
    ...pageFrom(search),
  };
}
