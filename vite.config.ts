import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { build, defineConfig, type Plugin } from 'vite';
import { groups } from './dev/chunks.ts';
import { icons } from './dev/icons.ts';

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

/** The worker beside the pages: one file of its own, which knows the build that it belongs to by the names of its files. */
const worker: Plugin = {
  name: 'worker',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir }, bundle) {
    if (!dir) return;
    const version = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12);
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { BUILD: JSON.stringify(version) },
      build: {
        target: 'es2022',
        outDir: dir,
        emptyOutDir: false,
        rolldownOptions: { input: 'src/web/sw/sw.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
      },
    });
  },
};

/**
 * React Router loads the page anew whenever a page's script does not come, without end. Here a page that only fails
 * takes its place, and the error page reloads, at most once a minute (8.9, src/web/lib/missing-script.ts).
 */
const reloadsOnce: Plugin = {
  name: 'reloads-once',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/ },
    handler(code) {
      const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/;
      if (!reload.test(code)) throw new Error('React Router loads the scripts of its pages in another way now');
      const fails =
        'const fail = () => { throw error; }; return { default: fail, clientLoader: fail, clientAction: fail };';
      return { code: code.replace(reload, fails), map: null };
    },
  },
};

export default defineConfig({
  plugins: [reactRouter(), icons, compressed, worker, reloadsOnce],
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
            codeSplitting: { groups },
          },
        },
      },
    },
  },
  // Without this the first visit in development finds modules that Vite has not bundled yet, and fails.
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}'] },
});
