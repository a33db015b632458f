/** What the address of a season's activations asks for, for the page and for the file. */
import { activationKinds, activationStates } from '#domain/activations/activation.ts';
import { oneOf, pageFrom } from '#web/lib/loader.ts';

const columns = ['state', 'ring', 'team', 'replaces', 'fee'] as const;
/** Nothing asked for: what waits comes first. */
const sorts = ['state', ...columns.slice(1), ...columns.map((column) => `-${column}` as const)] as const;

export function activationsAskedFor(search: URLSearchParams) {
  const state = oneOf(['', ...activationStates], search.get('state'));
  return {
    kind: oneOf(activationKinds, search.get('kind')),
    q: (search.get('q') ?? '').slice(0, 100),
    sort: oneOf(sorts, search.get('sort')),
    ...(state !== '' && { state }),
    ...pageFrom(search),
  };
}
