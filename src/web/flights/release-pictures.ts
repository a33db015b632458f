/** Pictures of the release on the phone: kept there until the site has them, whatever happens to the network. */
import { z } from 'zod';

const cacheName = 'release-pictures';

/** A picture that waits on this phone. */
export interface WaitingPicture {
  /** Made on the phone, so that a picture that is sent again is the same. */
  id: string;
  /** When it was taken, by the clock of the site. */
  at: string;
  content: Blob;
}

const address = z.object({ id: z.uuid(), at: z.iso.datetime() });

const folderOf = (flight_id: number) => `/release-pictures/${flight_id}`;
const addressOf = (flight_id: number, { id, at }: WaitingPicture) =>
  `${folderOf(flight_id)}?${new URLSearchParams({ id, at }).toString()}`;

/** The pictures of a flight that wait, the first taken first. */
export async function waitingPictures(flight_id: number): Promise<WaitingPicture[]> {
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(cacheName);
  const kept = await cache.matchAll(folderOf(flight_id), { ignoreSearch: true });
  const pictures = await Promise.all(
    kept.map(async (answer) => ({
      ...address.parse(Object.fromEntries(new Headers(answer.headers))),
      content: await answer.blob(),
    })),
  );
  return pictures.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Keeps a picture; a browser that keeps nothing sends it from the open page. */
export async function keepPicture(flight_id: number, picture: WaitingPicture): Promise<void> {
  if (!('caches' in globalThis)) return;
  // Without this a browser that runs out of room may remove what waits.
  void navigator.storage?.persist?.();
  const { id, at, content } = picture;
  const answer = new Response(content, { headers: { id, at, 'content-type': content.type } });
  await (await caches.open(cacheName)).put(addressOf(flight_id, picture), answer);
}

/** Removes a picture that the site has, or that nobody wants. */
export async function dropPicture(flight_id: number, picture: WaitingPicture): Promise<void> {
  if ('caches' in globalThis) await (await caches.open(cacheName)).delete(addressOf(flight_id, picture));
}
