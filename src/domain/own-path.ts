/** Paths that a request names to be led to: only of this site. */

/** The requested path on this site; never another origin. */
export function ownPath(to: unknown): string {
  if (typeof to !== 'string' || !to.startsWith('/') || /[\\\p{Cc}]/u.test(to)) return '/';
  const url = URL.parse(to, 'http://own.invalid');
  return url?.origin === 'http://own.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}
