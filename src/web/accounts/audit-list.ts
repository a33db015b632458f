/** The queries of the activity logs from a URL, for the pages and the files. */
import { auditKinds, loftAuditKinds } from '#domain/accounts/audit-contract.ts';
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

/** A loft's log has fewer kinds, and no other lofts. */
export function loftAuditQueryFrom(search: URLSearchParams) {
  const { loft_id: _, kind, ...query } = auditQueryFrom(search);
  return { ...query, kind: loftAuditKinds.find((one) => one === kind) };
}

/** The part of the query that files share with the page: they begin with the latest entry. */
export const filtersOf = (search: URLSearchParams): string =>
  `${new URLSearchParams([...search].filter(([name]) => name !== 'before'))}`;
