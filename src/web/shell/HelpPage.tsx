/** Redirects to the operator's help centre; without one the page does not exist (2.21). */
import { redirect } from 'react-router';
import { pageContext } from '#web/lib/context.ts';
import { notFound } from '#web/lib/loader.ts';
import type { Route } from './+types/HelpPage.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { help_url } = context.get(pageContext).site;
  return help_url === undefined ? notFound() : redirect(help_url);
}

export default function HelpPage() {
  return null;
}
