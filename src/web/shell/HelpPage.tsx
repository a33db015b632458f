/** Redirects to the operator's service desk, without one to the contact form (2.21). */
import { redirect } from 'react-router';
import { pageContext } from '#web/lib/context.ts';
import type { Route } from './+types/HelpPage.ts';

export function loader({ context }: Route.LoaderArgs) {
  return redirect(context.get(pageContext).site.help_url ?? '/contact');
}

export default function HelpPage() {
  return null;
}
