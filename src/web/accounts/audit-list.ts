/** The query of the audit from a URL, for the page and the files. */
import { auditKinds } from '#domain/accounts/audit-contract.ts';
import { idFrom, oneOf, searchTextFrom } from '#web/lib/loader.ts';

export function auditQueryFrom(search: URLSearchParams) {
  const kind = oneOf(['', ...auditKinds], search.get('kind'));
  const [loft, day, before] = ['loft', 'day', 'before'].map((name) => search.get(name) || null);
  return {
    q: searchTextFrom(search),
    ...(kind !== '' && { kind }),
    ...(loft && { loft_id: idFrom(loft) }),
    ...(day && /^\d{4}-\d\d-\d\d$/.test(day) && { day }),
    ...(before && { before: before.slice(0, 120) }),
  };
}
