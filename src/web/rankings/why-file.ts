/** Why a line of a ranking has its place, as a download: a row for each step. */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { lineName } from '#web/lib/ranking-words.ts';
import { partAfter, type Step } from '#web/lib/steps.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/why-file.ts';
import { rankingFacts, rankingFileName } from './ranking-file.ts';
import { loadWhy } from './why-loader.server.ts';
import { whySteps } from './why-steps.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { locale } = args.context.get(pageContext);
  const { t } = speaker(locale);
  const explained = await loadWhy(args);
  const name = lineName(t, locale, explained.ranking, explained.line);
  const columns: Column<Step>[] = [
    [t('place.step'), ({ title }) => title],
    [t('place.value'), ({ value }) => value],
    [
      t('place.how'),
      ({ details }) => details.reduce((text, detail) => (text ? text + partAfter(text) + detail : detail), ''),
    ],
  ];
  return fileResponse(args, {
    name: [t('place.why'), name, rankingFileName({ t, locale }, explained)].join(' '),
    facts: [name, ...rankingFacts({ t, locale }, explained)],
    is_headed: true,
    rows: rowsOf(columns, whySteps({ t, locale }, explained)),
  });
}
