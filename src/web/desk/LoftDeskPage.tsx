/** The desk of a loft (2.15): its parts are the pages below this address. */
import { readLoftDesk } from '#domain/seasons/contract.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { isPage } from '#web/shell/entries.ts';
import type { Route } from './+types/LoftDeskPage.ts';
import { Desk } from './Desk.tsx';
import { loftDeskPath, loftWaysWith } from './ways.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const loft_id = idFrom(params.loft_id);
  const { pages } = context.get(pageContext).site;
  const told = await answers(() => context.get(callContext)(readLoftDesk, { params: { loft_id } }));
  const ways = {
    season: [],
    loft: loftWaysWith(told.latest_loft_type.package.type).filter(({ to }) =>
      isPage(loftDeskPath(loft_id) + to, pages),
    ),
  };
  return { ...told, season: null, ways };
}

export default function LoftDeskPage({ loaderData }: Route.ComponentProps) {
  return <Desk {...loaderData} />;
}
