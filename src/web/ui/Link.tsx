/**
 * React Router's links. On the server nobody clicks: an absolute path can be rendered as a plain `<a>` without the
 * hooks of a link; in the browser the router's link hydrates the same element.
 */
// biome-ignore lint/style/noRestrictedImports: this module wraps it
import { type LinkProps, Link as RouterLink } from 'react-router';

export const Link = import.meta.env.SSR ? PlainLink : RouterLink;

/** Props for the click alone, which are not rendered. */
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
