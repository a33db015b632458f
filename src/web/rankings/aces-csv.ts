/** A ranking as a file, whole. */
import { decimalCell, moneyCell } from '#domain/csv.ts';
import type { Locale } from '#domain/locales.ts';
import { listRankings, type RankingLineView, readRanking } from '#domain/rankings/contract.ts';
import { decimalsOf } from '#domain/rankings/flight-value.ts';
import type { Measure } from '#domain/rankings/ranking-rule.ts';
import type { Cell } from '#domain/table.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, searchTextFrom } from '#web/lib/loader.ts';
import { boundSign, groupName, measureName, valueText } from '#web/lib/ranking-words.ts';
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
    ...flights.flatMap(({ id, name }): Column<RankingLineView>[] => {
      const cellOf = ({ cells }: RankingLineView) => cells.find(({ flight_id }) => flight_id === id);
      return [
        // Of a group those of all its birds that score.
        [
          `${name}: ${t('aces.place')}`,
          (line) => {
            const { places = [] } = cellOf(line) ?? {};
            return places.length > 1 ? places.join(' ') : (places[0] ?? null);
          },
        ],
        [`${name}: ${measureName(t, measure)}`, (line) => valueCell(locale, measure, cellOf(line)?.value ?? null)],
      ];
    }),
    [measureName(t, measure), ({ value }) => valueCell(locale, measure, value)],
    // The sign of a bound stands beside the value, which stays a number.
    lines.some(({ at_most }) => at_most) && [t('aces.if_home'), ({ at_most }) => (at_most ? boundSign(measure) : null)],
    prizes?.basis === 'amount' && [t('place.prize'), ({ prize }) => moneyCell(prize, currency)],
    prizes?.basis === 'percent' && [
      `${t('place.prize')} (%)`,
      ({ prize }) => (prize === null ? null : { value: prize / 100, decimals: 2 }),
    ],
  ];
  const filed = { ...shown, loft };
  return fileResponse(args, {
    name: rankingFileName({ t, locale }, filed),
    facts: rankingFacts({ t, locale }, filed),
    is_headed: true,
    rows: rowsOf(columns, lines),
  });
}

/** A value as a number; flying times as texts, in hours, minutes and seconds. */
const valueCell = (locale: Locale, measure: Measure, value: string | null): Cell =>
  measure.by === 'total_time' && value !== null
    ? valueText(locale, measure, value)
    : decimalCell(value, decimalsOf(measure));
