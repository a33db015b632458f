import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** Built files never change: compressed once, as small as it gets (a sixth smaller than on the way), and sent as they are. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir }, bundle) {
    for (const file of Object.values(bundle)) {
      if (!dir || !/\.(js|css|json|svg)$/.test(file.fileName)) continue;
      const text = file.type === 'chunk' ? file.code : file.source;
      await writeFile(join(dir, `${file.fileName}.br`), await promisify(brotliCompress)(text));
    }
  },
};

export default defineConfig({
  plugins: [reactRouter(), compressed],
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
