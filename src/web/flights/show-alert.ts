/** An alert about a bird of the reader's own. */

/**
 * Shows a notification of the browser, with a short vibration.
 * @param path the page that a click on the notification opens
 * @throws an error of the browser that cannot show it
 */
export async function showAlert(title: string, body: string, path: string): Promise<void> {
  navigator.vibrate?.([120, 60, 120]);
  // Phones show only those of a service worker, which also opens the page when they are touched.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, { body, tag: title, data: { path } });
  else new Notification(title, { body, tag: title });
}
