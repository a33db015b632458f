/** Push messages in the service worker: it shows them, and a click opens the page that they name. */

/** The format in which the server sends it (server/notifications/push.ts). */
interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
  lang: string;
  dir: 'ltr' | 'rtl';
}

/**
 * Handles pushes and clicks. Must be called while the worker starts: browsers ignore listeners that are added later.
 */
export function handlePushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const message = messageIn(event.data);
    // Browsers require that every push shows a notification; ours always have a text.
    if (!message) return;
    const { title, body, path, tag, lang, dir } = message;
    event.waitUntil(worker.registration.showNotification(title, { body, tag, lang, dir, data: { path } }));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { path?: unknown };
    const address = new URL(typeof path === 'string' ? path : '/', worker.location.origin);
    // A message cannot open another site.
    event.waitUntil(open(worker, address.origin === worker.location.origin ? address.href : worker.location.origin));
  });
}

/** Focuses a window that shows the address, or opens one. */
async function open(worker: ServiceWorkerGlobalScope, address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  const same = windows.find(({ url }) => url === address);
  if (same) await same.focus();
  else await worker.clients.openWindow(address);
}

function messageIn(data: PushMessageData | null): PushMessage | null {
  try {
    const message = data?.json() as PushMessage | null;
    return typeof message?.title === 'string' ? message : null;
  } catch {
    return null;
  }
}
