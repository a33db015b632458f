import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  ssr: true,
  // The few pages are told to the browser at once: no second request stands between a click and the page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
