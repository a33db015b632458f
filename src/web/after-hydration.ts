/** What no page waits for, once it is alive: the scripts of the pages that it links to, and the service worker. */
import { prefetchPages } from './lib/prefetch.ts';

prefetchPages();
// There is no service worker in Vite's development server.
if (import.meta.env.PROD) registerWorker();

/** Browsers allow it on https and on localhost only. */
function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(console.error);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
