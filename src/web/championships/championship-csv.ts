/** A championship as a file, whole. */
import { type ChampionshipLineView, readChampionship } from '#domain/championships/contract.ts';
import { decimalCell } from '#domain/csv.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, searchTextFrom } from '#web/lib/loader.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/championship-csv.ts';
import { championshipSentences } from './championship-words.ts';
import { lineName, world_zone } from './line-name.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const championship_id = idFrom(params.championship_id);
  const search = new URL(request.url).searchParams;
  const country = search.get('country');
  const query = {
    q: searchTextFrom(search),
    ...(country && { country: country.slice(0, 8) }),
    page: 1,
    per_page: 'all' as const,
  };
  const { championship, at_publication, kept, flights, lines } = await answers(() =>
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
    [t('aces.points'), ({ value }) => decimalCell(value, measure.decimals)],
    ...Array.from({ length: Math.max(0, ...lines.map(({ results }) => results.length)) }, (_, i) => i).flatMap(
      (i): Column<ChampionshipLineView>[] => {
        const n = formatNumber(locale, i + 1);
        return [
          [`${t('championships.results')} ${n}`, ({ results }) => nameOf.get(results[i]?.flight_id ?? 0) ?? null],
          [`${t('aces.points')} ${n}`, ({ results }) => decimalCell(results[i]?.value, measure.decimals)],
        ];
      },
    ),
  ];
  const { year } = championship;
  const name = rankingName(locale, championship);
  return fileResponse(args, {
    name: name.includes(String(year)) ? name : `${name} ${year}`,
    facts: [
      [
        name,
        String(year),
        ...(kept
          ? [
              t('championships.version', {
                version: formatNumber(locale, kept.version),
                day: formatNamedDay(locale, Date.parse(kept.at), world_zone),
              }),
              `${t('aces.fingerprint')}: ${kept.sha256}`,
            ]
          : []),
      ].join(' · '),
      `${t('aces.counted')}: ${championshipSentences(t, locale, championship, at_publication).join(' ')}`,
    ],
    is_headed: true,
    rows: rowsOf(columns, lines),
  });
}
