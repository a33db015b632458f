/**
 * Links as React Router has them. On the server nobody clicks: an address from the root needs none of a link's hooks to
 * stand in its `<a>`, which is what the browser's link finds there.
 */
// biome-ignore lint/style/noRestrictedImports: this is what stands before it
import { type LinkProps, Link as RouterLink } from 'react-router';

export const Link = import.meta.env.SSR ? PlainLink : RouterLink;

/** For the click alone: they stand in no document. */
const clickOptions = new Set([
  'to',
  'replace',
  'state',
  'preventScrollReset',
  'relative',
  'reloadDocument',
  'viewTransition',
]);

function PlainLink(props: LinkProps) {
  const { to, prefetch, discover, mask } = props;
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to) || prefetch || discover || mask) return <RouterLink {...props} />;
  const attributes = Object.fromEntries(Object.entries(props).filter(([name]) => !clickOptions.has(name)));
  return <a {...attributes} href={to} data-discover="true" />;
}
