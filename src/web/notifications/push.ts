/** This browser as its push service knows it. */

/** Where subscriptions are told; the contract itself would bring the parser along. */
const browsers = '/api/notifications/browsers';

/** Whether the browser can be told things while the page is closed. */
export const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Whether its reader said no for good. */
export const isDenied = () => Notification.permission === 'denied';

/** What the browser is subscribed with, if it is. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the reader, subscribes the browser and tells the server. @returns false when the reader said no. */
export async function startPush(push_key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration =
    (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register('/sw.js'));
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: push_key,
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await send('POST', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  } catch (error) {
    // A subscription that nobody knows of would look as if it worked.
    await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/** Takes the browser back, here and on the server. */
export async function stopPush(): Promise<void> {
  const subscription = await subscriptionHere();
  if (!subscription) return;
  await send('DELETE', { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

async function send(method: 'POST' | 'DELETE', body: object): Promise<void> {
  const answer = await fetch(browsers, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${browsers} was answered ${answer.status}`);
}
