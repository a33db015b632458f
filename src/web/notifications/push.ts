/** The push subscription of this browser. */

/** Address of the subscription calls; importing the contract would add its parser to the bundle. */
const browsers = '/api/notifications/browsers';

/** Whether the browser supports push notifications. */
export const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Whether the permission was denied for good. */
export const isDenied = () => Notification.permission === 'denied';

/** The push subscription of the browser, if any. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for permission, subscribes the browser and registers it at the server. @returns false when permission was
 * denied.
 */
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
    // A subscription unknown to the server would seem to work.
    await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/** Removes the subscription, in the browser and on the server. */
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
