/** What a version of a frozen ranking changed, as a download: each line with its former place, by which flight and why. */
import { listRankings, readFrozenRanking, readRanking } from '#domain/rankings/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { lineName, measureName, valueText } from '#web/lib/ranking-words.ts';
import { rulingTitle } from '#web/lib/ruling-words.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/changes-file.ts';
import { changedBy } from './frozen-words.ts';
import { rankingFacts, rankingFileName } from './ranking-file.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const key = { loft_id: idFrom(params.loft_id), ranking_id: idFrom(params.ranking_id) };
  const version = new URL(request.url).searchParams.get('version');
  const query = { changes: 'all' as const, ...(version !== null && { version: idFrom(version) }) };
  const frozen = await answers(() => call(readFrozenRanking, { params: key, query }));
  if (frozen.version === 1) notFound();
  const { ranking, season } = await answers(() =>
    call(readRanking, { params: key, query: { q: '', page: 1, per_page: 10 } }),
  );
  const { loft } = await answers(() =>
    call(listRankings, { params: { loft_id: key.loft_id }, query: { season_id: season.id } }),
  );
  const { measure } = ranking.rule;
  type Line = (typeof frozen.changes.lines)[number];
  const value = (line: Line['before']) => line && valueText(locale, measure, line.value);
  const [was, is] = [t('aces.before'), t('aces.now')];
  const columns: Column<Line>[] = [
    [t('aces.line'), (line) => lineName(t, locale, ranking, line)],
    [`${t('aces.place')}, ${was}`, ({ before }) => before?.place ?? null],
    [`${t('aces.place')}, ${is}`, ({ after }) => after?.place ?? t('ruling.out')],
    [`${measureName(t, measure)}, ${was}`, ({ before }) => value(before)],
    [`${measureName(t, measure)}, ${is}`, ({ after }) => value(after)],
    [t('aces.changed_by'), ({ flight_ids }) => changedBy(t, locale, frozen, flight_ids)],
  ];
  const filed = { ranking, season, loft, frozen };
  return fileResponse(args, {
    name: rankingFileName({ t, locale }, filed),
    facts: [
      ...rankingFacts({ t, locale }, filed),
      ...frozen.causes.map(({ flight, ruling, counts }) =>
        [
          flight.name,
          ...(ruling
            ? [rulingTitle(t, ruling.n, ruling.kind), ruling.reason]
            : [t(counts ? 'aces.flight_added' : 'aces.flight_gone')]),
        ].join(' · '),
      ),
    ],
    is_headed: true,
    rows: rowsOf(columns, frozen.changes.lines),
  });
}
