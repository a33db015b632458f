import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('a changed module and those that import it are loaded again, the others stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'module-versions-'));
  try {
    const at = (name: string) => join(folder, name);
    await writeFile(at('changed.ts'), 'export const value: number = 1;');
    await writeFile(at('same.ts'), 'export const once: object = {};');
    await writeFile(
      at('entry.ts'),
      "import { value } from './changed.ts';\nimport { once } from './same.ts';\nexport { once, value };",
    );
    await writeFile(
      at('main.ts'),
      `import { writeFileSync } from 'node:fs';
      import { versionModules } from '${pathToFileURL(join(import.meta.dirname, 'module-versions.ts')).href}';
      const url = (name: string) => new URL(name, import.meta.url).href;
      const modules = versionModules((one) => one.startsWith(url('.')));
      const load = () => import(modules.urlOf(url('entry.ts')));
      const before = await load();
      writeFileSync(new URL('changed.ts', import.meta.url), 'export const value: number = 2;');
      const unnoticed = await load();
      const known = [modules.change(url('changed.ts')), modules.change(url('unknown.ts'))];
      const after = await load();
      console.log(JSON.stringify([before.value, unnoticed.value, after.value, after.once === before.once, ...known]));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [at('main.ts')]);
    expect(JSON.parse(stdout)).toEqual([1, 1, 2, true, true, false]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
