/** Small photos of birds, kept on the device so that a desk shows them without a network; a bounded number of them. */
import { deskPhotos } from '#web/lib/desk-database.ts';

/** About 20 MB: a photo has at most 10 KB. */
export const mostPhotos = 2000;

/**
 * Keeps the photos at these addresses, as many as there is room for, and removes all others. An address says its
 * content, so none is asked for twice. Ends early without a network.
 */
export async function keepPhotos(addresses: readonly string[], most = mostPhotos): Promise<void> {
  if (!('caches' in globalThis)) return;
  const wanted = new Set(addresses.slice(0, most));
  const cache = await caches.open(deskPhotos);
  const kept = new Set<string>();
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    const address = `${pathname}${search}`;
    if (wanted.has(address)) kept.add(address);
    else await cache.delete(request);
  }
  for (const address of wanted) {
    if (kept.has(address)) continue;
    try {
      const answer = await fetch(address, { priority: 'low' });
      if (answer.ok) await cache.put(address, answer);
    } catch {
      // No network, or no room: what is here is shown.
      return;
    }
  }
}

/** The address of a kept photo in this page, to be revoked after use; null: it is not kept. */
export async function keptPhoto(address: string): Promise<string | null> {
  if (!('caches' in globalThis)) return null;
  const cache = await caches.open(deskPhotos);
  const found = await cache.match(address);
  return found ? URL.createObjectURL(await found.blob()) : null;
}
