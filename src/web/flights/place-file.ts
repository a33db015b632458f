/** Why a bird has its place, as a download: a row for each step. */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { rulingTitle } from '#web/lib/ruling-words.ts';
import { partAfter, type Step } from '#web/lib/steps.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/place-file.ts';
import { loadPlace } from './place-loader.server.ts';
import { placeSteps, whyNoPlace } from './place-steps.ts';

/** A row that names what the steps are about. */
const nameless = { key: '', is_sum: false, is_open: false, rule: null };

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { locale } = args.context.get(pageContext);
  const { t } = speaker(locale);
  const data = await loadPlace(args);
  const { flight, loft, bird, place, taken_out_by } = data;
  const columns: Column<Step>[] = [
    [t('place.step'), ({ title }) => title],
    [t('place.value'), ({ value }) => value],
    [
      t('place.how'),
      ({ details }) => details.reduce((text, detail) => (text ? text + partAfter(text) + detail : detail), ''),
    ],
    [t('admin.rulebook'), ({ rule }) => rule?.name ?? ''],
  ];
  return fileResponse(args, {
    name: [t('place.why'), bird.ring].join(' '),
    facts: [
      `${loft.name} · ${flight.name}`,
      [bird.ring, bird.team ?? bird.fancier ?? ''].filter(Boolean).join(' · '),
      ...(place ? [] : [t(whyNoPlace(data))]),
    ],
    rows: rowsOf(columns, [
      { ...nameless, title: t('bird.flight'), value: flight.name, details: [loft.name] },
      { ...nameless, title: t('board.pigeon'), value: bird.ring, details: [bird.team ?? bird.fancier ?? ''] },
      ...(place
        ? placeSteps({ t, locale }, { ...data, place })
        : taken_out_by.map(({ n, kind, reason }) => ({
            ...nameless,
            title: rulingTitle(t, n, kind),
            value: reason,
            details: [],
          }))),
    ]),
  });
}
