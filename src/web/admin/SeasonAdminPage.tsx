/** The admin page of a season (2.16): its parts are the pages below this address, beside those of its loft. */
import { countSeason } from '#domain/overview/season-contract.ts';
import { readSeasonAdmin } from '#domain/seasons/contract.ts';
import { loftAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import { answersOfSeason } from '#web/lib/answers-of-season.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { idFrom, needs } from '#web/lib/loader.ts';
import { isPage } from '#web/lib/navigation-entries.ts';
import type { Route } from './+types/SeasonAdminPage.ts';
import { AdminFrame, type Counts } from './AdminFrame.tsx';
import { loftNavigationWith, seasonNavigation } from './navigation.ts';

/** The pages of a season that are for those who manage the loft. */
const ofMoney = /^\/admin\/seasons\/\d+\/(?:payments|statement|payouts)\b/;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const season_id = idFrom(params.season_id);
  const { pages } = context.get(pageContext).site;
  const call = context.get(callContext);
  const [view, counted] = await answersOfSeason(call, season_id, () =>
    Promise.all([call(readSeasonAdmin, { params: { season_id } }), call(countSeason, { params: { season_id } })]),
  );
  if (!view.may_manage_loft && ofMoney.test(new URL(request.url).pathname)) needs('needs_merchant');
  const counts: Counts = {
    orders: { count: counted.orders_to_confirm, waits: true },
    payments: { count: counted.cash_to_approve, waits: true },
    customers: { count: counted.customers },
    teams: { count: counted.teams },
    pigeons: { count: counted.pigeons },
    lost: { count: counted.lost },
    activations: { count: counted.activations_waiting, waits: true },
    transports: { count: counted.transports_waiting, waits: true },
  };
  const there = (at: string) => isPage(at, pages);
  const navigation = {
    // Payments are visible only with the right to manage the loft.
    season: seasonNavigation.filter(
      ({ to, word }) => there(seasonAdminPath(season_id) + to) && (word !== 'payments' || view.may_manage_loft),
    ),
    loft: view.may_manage_loft
      ? loftNavigationWith(view.latest_loft_type.package.type).filter(({ to }) =>
          there(loftAdminPath(view.loft.id) + to),
        )
      : [],
  };
  return { ...view, navigation, counts };
}

export default function SeasonAdminPage({ loaderData }: Route.ComponentProps) {
  return <AdminFrame {...loaderData} />;
}
