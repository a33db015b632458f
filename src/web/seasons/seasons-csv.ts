/** The seasons of all lofts as a file, filtered like the list. */
import { dayCell, moneyCell } from '#domain/csv.ts';
import { listSeasons } from '#domain/seasons/public-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers } from '#web/lib/loader.ts';
import { fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/seasons-csv.ts';
import { seasonsQueryFrom } from './season-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(seasonsQueryFrom(new URL(request.url).searchParams));
  const { seasons } = await answers(() => context.get(callContext)(listSeasons, { query }));
  const day = (word: string, end: string) => `${word}: ${end}`;
  const [registration, flights] = [t('due_date.registration'), t('loft.flights')];
  const rows = rowsOf<(typeof seasons)[number]>(
    [
      [t('loft.loft'), ({ loft }) => loft.name],
      [t('loft.country'), ({ loft }) => loft.country],
      [t('bird.season'), ({ name }) => name],
      [t('admin.year'), ({ year }) => year],
      [t('admin.state'), ({ status }) => t(`season.${status}`)],
      [day(registration, t('due_date.from')), ({ starts_at }) => dayCell(starts_at)],
      [day(registration, t('due_date.to')), ({ ends_at }) => dayCell(ends_at)],
      [t('product.price'), ({ offer }) => (offer?.entry ? moneyCell(offer.entry.amount_cents, offer.currency) : null)],
      [
        t('product.pigeons'),
        ({ offer }) => (offer?.entry ? `${offer.entry.pigeons_active} / ${offer.entry.pigeons_reserve}` : null),
      ],
      [t('setup.currency'), ({ offer }) => offer?.currency ?? null],
      [t('loft.places_left'), ({ offer }) => offer?.places_left ?? null],
      [day(flights, t('due_date.from')), ({ flight_days }) => dayCell(flight_days?.first ?? null)],
      [day(flights, t('due_date.to')), ({ flight_days }) => dayCell(flight_days?.last ?? null)],
    ],
    seasons,
  );
  return fileResponse(args, { name: t('admin.all_seasons'), rows });
}
