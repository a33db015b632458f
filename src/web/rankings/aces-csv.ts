/** A ranking as a file, whole. */
import { listRankings, type RankingLineView, readRanking } from '#domain/rankings/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, searchTextFrom } from '#web/lib/loader.ts';
import { rankingPrize } from '#web/lib/ranking-prize.ts';
import { groupName, lineValue, measureName, valueText } from '#web/lib/ranking-words.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/aces-csv.ts';
import { countryFrom } from './country.ts';
import { linesFrom } from './lines.ts';
import { rankingFacts, rankingFileName } from './ranking-file.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const loft_id = idFrom(params.loft_id);
  const search = new URL(request.url).searchParams;
  const season = search.get('season');
  const { loft, rankings } = await answers(() =>
    call(listRankings, { params: { loft_id }, query: { ...(season && { season_id: idFrom(season) }) } }),
  );
  const ranking_id = idFrom(search.get('ranking') ?? String(rankings[0]?.id));
  const lines_of = linesFrom(search);
  const query = {
    q: searchTextFrom(search),
    lines: lines_of,
    ...countryFrom(search),
    page: 1,
    per_page: 'all' as const,
  };
  const shown = await answers(() => call(readRanking, { params: { loft_id, ranking_id }, query }));
  const { ranking, currency, flights, lines } = shown;
  const { measure, subject } = ranking.rule;
  const { prizes } = ranking;
  const ofPigeons = subject.of === 'pigeon';
  const columns: (Column<RankingLineView> | false)[] = [
    [t('aces.place'), ({ place }) => place],
    ofPigeons && [t('aces.national'), ({ national }) => national],
    ofPigeons && [t('sheet.ring'), ({ bird }) => bird!.ring],
    ofPigeons && [t('sheet.name'), ({ bird }) => bird!.pigeon_name],
    ofPigeons && [t('teams.team'), ({ bird }) => bird!.team],
    ofPigeons && [t('sheet.fancier'), ({ bird }) => bird!.fancier],
    subject.of !== 'pigeon' && [t(`aces.of_${subject.of}`), ({ group }) => groupName(t, locale, subject.of, group!)],
    [t('lofts.country'), ({ bird, group }) => bird?.country ?? group?.country ?? null],
    ...flights.map(
      ({ id, name }): Column<RankingLineView> => [
        name,
        ({ cells }) => {
          const cell = cells.find(({ flight_id }) => flight_id === id);
          return cell
            ? [cell.places.join(' '), cell.value && valueText(locale, measure, cell.value)].filter(Boolean).join(' · ')
            : null;
        },
      ],
    ),
    [measureName(t, measure), (line) => lineValue(locale, measure, line)],
    prizes !== null && [t('place.prize'), ({ prize }) => prize && rankingPrize(locale, prizes, prize, currency)],
  ];
  const filed = { ...shown, loft };
  return fileResponse(args, {
    name: rankingFileName({ t, locale }, filed),
    facts: rankingFacts({ t, locale }, filed),
    is_headed: true,
    rows: rowsOf(columns, lines),
  });
}
