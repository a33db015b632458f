/**
 * The shell of every basketing desk, for a device without a network: a public page, the same for everybody, which the
 * service worker keeps. Birds and events come from the device alone.
 */
import { useSearchParams } from 'react-router';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { noFrame } from '#web/shell/frame.ts';
import type { Route } from './+types/OfflineDeskPage.ts';
import { Desk } from './Desk.tsx';

export const handle = { frame: noFrame };

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('basketing_desk.title')], t('basketing_desk.no_data')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OfflineDeskPage() {
  const [search] = useSearchParams();
  // The kept page is the same for every flight; which one it is, only the browser knows.
  const isHydrated = useHydrated();
  const [season_id, flight_id] = ['season_id', 'flight_id'].map((name) => Number(search.get(name)));
  if (!isHydrated || !season_id || !flight_id) return null;
  return <Desk key={flight_id} {...{ season_id, flight_id }} />;
}
