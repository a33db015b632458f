/**
 * The shell of an agent's route, for a phone without a network: a public page, the same for everybody, which the service
 * worker keeps. The stops come from the phone alone, as they were read last.
 */
import { type AgentRoute, readRoute } from '#domain/transports/route-contract.ts';
import { routeView, stored } from '#web/lib/browser-store.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import type { Route } from './+types/OfflineRoutePage.ts';
import { RouteStops } from './RouteStops.tsx';
import styles from './transports.module.css';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('transports.route')], t('basketing_desk.no_data')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OfflineRoutePage() {
  const { t } = useTranslation();
  const { locale } = usePage();
  // The kept page is the same for everybody; the route is known to the browser only.
  const isHydrated = useHydrated();
  const view = isHydrated ? keptRoute() : null;
  return (
    <div className={`wrap ${styles.page}`}>
      <AdminHead title={t('transports.route')} lead={view && formatCalendarDay(locale, view.day, 'words')} />
      {view && <RouteStops stops={view.stops} />}
      {isHydrated && !view && <p>{t('basketing_desk.no_data')}</p>}
    </div>
  );
}

function keptRoute(): AgentRoute | null {
  try {
    return readRoute.reply.parse(JSON.parse(stored(routeView) ?? 'null'));
  } catch {
    return null;
  }
}
