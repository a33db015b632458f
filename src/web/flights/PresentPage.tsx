/**
 * A flight on a television or projector (2.24): slides that turn by themselves, moved by keys or from a phone, and with
 * `?overlay=1` a transparent lower third for stream software. Without a script it is the first slide, and a way to the
 * text.
 */
import { metaOf } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { later } from '#web/lib/later.tsx';
import { noFrame } from '#web/shell/frame.ts';
import type { Route } from './+types/PresentPage.ts';
import { Away } from './MissingPart.tsx';
import { loadPresentation, type PresentData } from './present-loader.server.ts';

/** The slide stays as the server drew it until its script is there. */
const Present = later(async () => (await import('./Present.tsx')).Present, Away);

export async function loader(args: Route.LoaderArgs) {
  await Present.load();
  return loadPresentation(args);
}

/** A screen is never left with an error: without a network, or while the program restarts, it shows what it has. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<PresentData> {
  const [data] = await Promise.all([
    orLastKnown<PresentData>(request.url, serverLoader, (known) => known),
    Present.load().catch(() => {}),
  ]);
  return data;
}

export const handle = { frame: noFrame };

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** Another flight is another presentation. */
export default function PresentPage({ loaderData }: Route.ComponentProps) {
  useLastKnown(loaderData);
  return <Present key={loaderData.flight.id} data={loaderData} />;
}
