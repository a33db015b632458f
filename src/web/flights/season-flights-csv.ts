/** The flights of a season as a file, filtered and sorted like the list. */
import { listPlans } from '#domain/flights/plan-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { clockTime, isoDay } from '#web/lib/intl.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-flights-csv.ts';
import { flightsQueryFrom } from './season-flights.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(flightsQueryFrom(new URL(request.url).searchParams));
  const { loft, season, flights } = await answers(() =>
    context.get(callContext)(listPlans, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const at = (time: string | null, read: (at_ms: number) => string) => (time === null ? null : read(Date.parse(time)));
  const rows = rowsOf<(typeof flights)[number]>(
    [
      [t('bird.flight'), ({ name }) => name],
      [t('facts.kind'), ({ kind }) => t(`kind.${kind}`)],
      [t('flights.release_day'), ({ release_time }) => at(release_time, (ms) => isoDay(ms, loft.time_zone))],
      [t('flights.release_time'), ({ release_time }) => at(release_time, (ms) => clockTime(ms, loft.time_zone).time)],
      [t('race.release_point'), ({ release_point }) => release_point],
      [`${t('race.distance')}, ${t(`unit.${loft.unit}`)}`, ({ distance }) => distance],
      [t('race.basketed'), ({ basketed_count }) => basketed_count],
      [t('race.home'), ({ home_count }) => home_count],
      [t('admin.state'), ({ status, is_draft }) => (is_draft ? t('season.draft') : t(`status.${status}`))],
      [t('entries.reason'), ({ annulled_because }) => annulled_because],
      [t('flights.next'), ({ next_action }) => t(`flights.${next_action}`)],
    ],
    flights,
  );
  return fileResponse(args, { name: [loft.name, season.name, t('admin.flights')].join(' '), rows });
}
