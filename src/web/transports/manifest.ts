/** The manifest of a collection as a PDF in the reader's language, with a code for each crate. */
import { renderSVG } from 'uqr';
import { fileHeaders } from '#domain/csv.ts';
import { leftToRight, localeFacts } from '#domain/locales.ts';
import { makeAs } from '#domain/table.ts';
import { readManifest } from '#domain/transports/agent-contract.ts';
import type { ManifestPaper } from '#domain/transports/manifest.ts';
import { aboutInLine, factText } from '#web/lib/bird-facts.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/manifest.ts';
import { sumsOf, whyMissing } from './manifest-sums.ts';

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const collection_id = idFrom(params.collection_id);
  const { loft, collection, crates, missing } = await answers(() =>
    context.get(callContext)(readManifest, { params: { collection_id } }),
  );
  const sums = sumsOf({ crates });
  const { place, day, from_time, to_time, agent } = collection;
  const { lang, dir } = localeFacts[locale];
  const title = `${t('transports.manifest')}: ${place}`;
  const paper: ManifestPaper = {
    title,
    // The left-to-right mark keeps the order of the hours in Arabic.
    facts: [
      [t('loft.loft'), loft.name],
      [t('rights.agent'), agent.name],
      [t('transports.day'), `${formatCalendarDay(locale, day, 'words')}, \u200e${from_time}–${to_time}`],
      [t('admin.orders'), String(sums.orders)],
      [t('transports.crates'), String(sums.crates)],
      [t('pigeons.title'), String(sums.birds)],
      ...missing.map((order): [string, string] => [
        t('transports.missing'),
        `${leftToRight(order.number)} ${order.customer}: ${whyMissing({ t, locale }, order)}`,
      ]),
    ],
    crates: crates.map(({ transport_id, n, of, number, customer, pigeons }) => {
      const address = `${public_url}/transports/${transport_id}?crate=${n}`;
      return {
        title: t('orders.order', { number }),
        lines: [customer, t('transports.crate', { n, of })],
        birds: pigeons.map((bird) => [
          bird.ring,
          [factText(t, 'sex', bird), aboutInLine(t, bird)].filter(Boolean).join(t('rows.comma')),
        ]),
        code: renderSVG(address, { border: 0 }),
        address,
      };
    }),
    lang,
    dir,
  };
  return Response.json(paper, { headers: { ...fileHeaders(title, 'pdf'), [makeAs]: 'manifest' } });
}
