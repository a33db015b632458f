/** The certificate of one bird whose result is official. */
import { speaker } from '#web/lib/catalogues.server.ts';
import { certificatesFile, saidByLoft } from '#web/lib/certificates.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, notFound } from '#web/lib/loader.ts';
import type { Route } from './+types/certificate.ts';
import { flightCertificate } from './flight-certificate.server.ts';
import { officialOf } from './flight-loader.server.ts';
import { loadPlace } from './place-loader.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const page = args.context.get(pageContext);
  const { flight, loft, bird, place } = await loadPlace(args);
  if (flight.status !== 'official' || !place) notFound();
  const call = args.context.get(callContext);
  const [official, said] = await answers(() =>
    Promise.all([officialOf(call, { loft_id: loft.id, flight_id: flight.id }), saidByLoft(call, page.locale, loft)]),
  );
  const title = [speaker(page.locale).t('certificate.title'), bird.ring, flight.name].join(' ');
  return certificatesFile(page.locale, title, [flightCertificate(page, { flight, loft, bird, place }, official, said)]);
}
