/** Storage of files in a local folder, `files` in the data folder: two digits of the key are the subfolder. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { giveToOwner } from '#server/db/embedded-folder.ts';
import type { Storage } from './stored-content.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export function folderStorage(dataDir: string): Storage {
  const root = join(dataDir, 'files');
  const placeOf = (name: string) => join(root, name.replace('private-', '').slice(0, 2), name);

  return {
    async put(name, content) {
      const place = placeOf(name);
      if (await isThere(place)) return;
      const folder = dirname(place);
      if (await mkdir(folder, { recursive: true })) await giveToOwner(dataDir);
      const fresh = join(folder, `.${randomBytes(8).toString('hex')}`);
      try {
        await write(fresh, content);
        await rename(fresh, place);
      } catch (error) {
        await rm(fresh, { force: true });
        throw error;
      }
      await flush(folder);
    },

    async read(name) {
      const handle = await open(placeOf(name)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (!handle) return null;
      const { size } = await handle.stat();
      return { content: createReadStream('', { fd: handle }), bytes: size };
    },

    remove: (name) => rm(placeOf(name), { force: true }),

    async *namesBefore(time_ms) {
      for (const folder of await readdir(root).catch(() => [])) {
        for (const name of await readdir(join(root, folder)).catch(() => [])) {
          const found = await stat(join(root, folder, name)).catch(() => null);
          if (!found || found.mtimeMs >= time_ms) continue;
          // A temporary file left over from a crash.
          if (name.startsWith('.')) await rm(join(root, folder, name), { force: true });
          else yield name;
        }
      }
    },
  };
}

async function isThere(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}

async function write(place: string, content: Buffer): Promise<void> {
  const handle = await open(place, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename survives a power cut only once its folder is flushed. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
