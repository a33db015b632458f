import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  ssr: true,
  // The few pages are told to the browser at once: no second request stands between a click and the page.
  routeDiscovery: { mode: 'initial' },
  // The loaders of the browser are a line each; files of their own would only be more requests.
  splitRouteModules: false,
} satisfies Config;
