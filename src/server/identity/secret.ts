/** The secret with which the identity provider signs, and the site's client credentials derived from it. */
import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { giveToOwner } from '#server/db/embedded-folder.ts';

/**
 * The secret of this installation, created once in a file that only the program's user can read. With processes on
 * several machines AUTH_SECRET is set instead.
 */
export async function loadSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'auth-secret');
  const made = `${file}.${process.pid}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(made, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    // Atomic; of two programs that start at the same moment the first one's secret is used.
    await link(made, file);
    await giveToOwner(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(made);
  }
  return (await readFile(file, 'utf8')).trim();
}

export interface IdentityClient {
  client_id: string;
  client_secret: string;
}

/** The site's credentials at the bundled provider (client_secret_post). */
export function identityClient({ auth_secret }: Pick<Config, 'auth_secret'>): IdentityClient {
  if (auth_secret === undefined) throw new Error('no AUTH_SECRET was given or made');
  return {
    client_id: 'loftline',
    client_secret: createHmac('sha256', auth_secret).update('loftline').digest('base64url'),
  };
}
