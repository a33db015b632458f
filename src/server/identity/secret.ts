/** The secret behind everything the identity provider signs, and what the site itself is known by there. */
import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { giveToOwner } from '#server/db/embedded-folder.ts';

/**
 * The secret of this installation, made once and kept where only the program's user reads it. With several processes on
 * several machines AUTH_SECRET says it instead.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'auth-secret');
  const made = `${file}.${process.pid}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(made, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    // Whole or not at all; of two programs that start at once the first one's secret holds.
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

/** What this site shows the bundled provider when it asks for tokens (client_secret_post). */
export function identityClient({ auth_secret }: Pick<Config, 'auth_secret'>): IdentityClient {
  if (auth_secret === undefined) throw new Error('no AUTH_SECRET was given or made');
  return {
    client_id: 'loftline',
    client_secret: createHmac('sha256', auth_secret).update('loftline').digest('base64url'),
  };
}
