/** The pages as they were built, for tests of the program with its pages. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';

const server = new URL('../../build/server/index.js', import.meta.url);

/** Whether they were built; without them no route answers with a page or accepts a form. */
export const hasPages = existsSync(server);

let build: Promise<ServerBuild> | undefined;

/** For `buildApp`. The build is imported once: Vitest reads a module anew at each import, which takes 50 ms. */
export const builtPages = {
  client: fileURLToPath(new URL('../../build/client', import.meta.url)),
  build(): Promise<ServerBuild> {
    build ??= import(/* @vite-ignore */ server.href) as Promise<ServerBuild>;
    return build;
  },
};
