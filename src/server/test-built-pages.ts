/** The built pages for tests (`pretest` builds them); what needs them is skipped where they are not built. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';

const server = new URL('../../build/server/index.js', import.meta.url);
let build: Promise<ServerBuild> | undefined;

export const hasPages = existsSync(server);

/** For `buildApp`. The build is imported once: Vitest reads a module anew at each import, which costs 50 ms. */
export const builtPages = {
  client: fileURLToPath(new URL('../../build/client', import.meta.url)),
  build(): Promise<ServerBuild> {
    build ??= import(/* @vite-ignore */ server.href) as Promise<ServerBuild>;
    return build;
  },
};
