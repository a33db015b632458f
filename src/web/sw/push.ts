/** What the service worker does with messages of the push service: it shows them, and a click leads to what they say. */

/** As the server sends it (server/notifications/push.ts). */
interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** Hears pushes and clicks. To be called while the worker starts: later ones are not listened to. */
export function hearPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const message = messageIn(event.data);
    // Browsers insist that every push shows something; ours always say what.
    if (!message) return;
    const { title, body, path, tag, lang, dir } = message;
    event.waitUntil(worker.registration.showNotification(title, { body, tag, lang, dir, data: { path } }));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { path?: unknown };
    const address = new URL(typeof path === 'string' ? path : '/', worker.location.origin);
    // Whatever a message says, nobody is led away from here.
    event.waitUntil(open(worker, address.origin === worker.location.origin ? address.href : worker.location.origin));
  });
}

/** Leads a window that is there already, or opens one. */
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
