/** A championship as a file, whole. */
import { type ChampionshipLineView, readChampionship } from '#domain/championships/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, searchTextFrom } from '#web/lib/loader.ts';
import { rankingName, valueText } from '#web/lib/ranking-words.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/championship-csv.ts';
import { lineName } from './line-name.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const championship_id = idFrom(params.championship_id);
  const query = { q: searchTextFrom(new URL(request.url).searchParams), page: 1, per_page: 'all' as const };
  const { championship, flights, lines } = await answers(() =>
    context.get(callContext)(readChampionship, { params: { championship_id }, query }),
  );
  const { of, measure } = championship.rule;
  const nameOf = new Map(flights.map(({ id, name }) => [id, name]));
  const columns: (Column<ChampionshipLineView> | false)[] = [
    [t('aces.place'), ({ place }) => place],
    [t(of === 'pigeon' ? 'sheet.ring' : `aces.of_${of}`), (line) => lineName(locale, line)],
    of !== 'country' && [t('teams.team'), ({ teams }) => teams.map(({ team }) => team).join(', ')],
    of !== 'country' && [t('lofts.country'), ({ country }) => country],
    of !== 'country' && [t('championships.country_place'), ({ country_place }) => country_place],
    [
      t('championships.results'),
      ({ results }) =>
        results
          .map(({ flight_id, value }) => `${nameOf.get(flight_id)}: ${valueText(locale, measure, value)}`)
          .join(' · '),
    ],
    [t('aces.points'), ({ value }) => valueText(locale, measure, value)],
  ];
  return fileResponse(args, { name: rankingName(locale, championship), rows: rowsOf(columns, lines) });
}
