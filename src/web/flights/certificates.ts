/** The certificates of the first birds of an official flight in one file: ten, or as many as are asked for. */
import { readResult } from '#domain/arrivals/contract.ts';
import { readPlace } from '#domain/arrivals/place-contract.ts';
import { readFlight } from '#domain/flights/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { certificatesFile, firstFrom, saidByLoft } from '#web/lib/certificates.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import type { Route } from './+types/certificates.ts';
import { flightCertificate } from './flight-certificate.server.ts';
import { officialOf } from './flight-loader.server.ts';

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const page = context.get(pageContext);
  const call = context.get(callContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const first = firstFrom(new URL(request.url).searchParams);
  const { flight, loft } = await answers(() => call(readFlight, { params: key }));
  if (flight.status !== 'official') notFound();
  const certificates = await answers(async () => {
    const [official, said, { rows }] = await Promise.all([
      officialOf(call, key),
      saidByLoft(call, page.locale, loft),
      call(readResult, { params: key, query: { q: '', page: 1, per_page: 100, order: 'rank' } }),
    ]);
    const papers = [];
    // A place that equal birds share may go beyond the number: all of them get one.
    for (const { pigeon_id, rank } of rows) {
      if (rank === null || rank > first) break;
      const { bird, place } = await call(readPlace, { params: { ...key, pigeon_id } });
      if (place) papers.push(flightCertificate(page, { flight, loft, bird, place }, official, said));
    }
    return papers;
  });
  if (certificates.length === 0) notFound();
  const title = [speaker(page.locale).t('certificate.titles'), flight.name].join(' ');
  return certificatesFile(page.locale, title, certificates);
}
