import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'src/web/public',
  // No data: addresses, which the Content-Security-Policy would have to allow for fonts.
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Without this the first visit in development finds modules that Vite has not bundled yet, and fails.
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}'] },
});
