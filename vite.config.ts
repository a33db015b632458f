import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'src/web/public',
  build: {
    target: 'es2022',
    // No data: addresses, which the Content-Security-Policy would have to allow for fonts.
    assetsInlineLimit: 0,
    // 9 KB in all: one file that every page has already.
    cssCodeSplit: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two files that change at different times, instead of twenty that are asked for one by one.
            codeSplitting: {
              groups: [
                { name: 'libraries', test: /node_modules/, priority: 2 },
                { name: 'shared', test: /src\/(web|domain)\//, priority: 1, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  // Without this the first visit in development finds modules that Vite has not bundled yet, and fails.
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}'] },
});
