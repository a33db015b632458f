/** The admin page of a loft (2.15): its parts are the pages below this address. */
import { readLoft } from '#domain/flights/contract.ts';
import { readLoftAdmin } from '#domain/seasons/contract.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answersOrNeeds, idFrom } from '#web/lib/loader.ts';
import { isPage } from '#web/lib/navigation-entries.ts';
import type { Route } from './+types/LoftAdminPage.ts';
import { AdminFrame } from './AdminFrame.tsx';
import { loftNavigationWith } from './navigation.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const loft_id = idFrom(params.loft_id);
  const { pages } = context.get(pageContext).site;
  const call = context.get(callContext);
  const view = await answersOrNeeds(
    'needs_merchant',
    () => call(readLoftAdmin, { params: { loft_id } }),
    () => call(readLoft, { params: { loft_id }, query: {} }),
  );
  const navigation = {
    season: [],
    loft: loftNavigationWith(view.latest_loft_type.package.type).filter(({ to }) =>
      isPage(loftAdminPath(loft_id) + to, pages),
    ),
  };
  return { ...view, season: null, navigation };
}

export default function LoftAdminPage({ loaderData }: Route.ComponentProps) {
  return <AdminFrame {...loaderData} />;
}
