/**
 * The basketing desk of a flight. The page itself holds no bird: the desk fetches what it needs and keeps it on the
 * device. Without a network the service worker opens its public shell instead (OfflineDeskPage.tsx).
 */
import { readSeasonAdmin } from '#domain/seasons/contract.ts';
import { answersOfSeason } from '#web/lib/answers-of-season.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { idFrom } from '#web/lib/loader.ts';
import { noFrame } from '#web/shell/frame.ts';
import type { Route } from './+types/DeskPage.ts';
import { Desk } from './Desk.tsx';

export const handle = { frame: noFrame };

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const call = context.get(callContext);
  const { loft, season } = await answersOfSeason(call, season_id, () =>
    call(readSeasonAdmin, { params: { season_id } }),
  );
  const head = pageHead({ context, params, pattern }, [t('basketing_desk.title'), season.name], loft.name);
  return { season_id, flight_id: idFrom(params.flight_id), head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function DeskPage({ loaderData: { season_id, flight_id } }: Route.ComponentProps) {
  return <Desk key={flight_id} {...{ season_id, flight_id }} />;
}
