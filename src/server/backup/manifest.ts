/** The manifest of a backup: `manifest.json`, written last. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Raised when an older program could not read the new format. */
const format = 1;

const manifestSchema = z.object({
  format: z.int().min(1),
  /** The version that took it, and the migrations of its database. */
  version: z.string(),
  migrations: z.array(z.string()),
  /** The moment of its state, and the transactions that this state sees (`pg_current_snapshot`). */
  taken_at: z.iso.datetime({ offset: true }),
  snapshot: z.string(),
  /** `cluster`: the files of a whole PostgreSQL; `dump`: the output of pg_dump. */
  database: z.object({ kind: z.enum(['cluster', 'dump']), postgres: z.int() }),
  /** The place of uploaded files; those in a bucket are not in the backup. */
  files: z.enum(['folder', 'bucket']),
  /** Folders, also empty ones: PostgreSQL requires its own. */
  folders: z.array(z.string()),
  parts: z.array(z.object({ path: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});

export type Manifest = Omit<z.output<typeof manifestSchema>, 'format'>;
export type Part = Manifest['parts'][number];

export const manifestName = 'manifest.json';

export const manifestText = (manifest: Manifest) => `${JSON.stringify({ format, ...manifest }, null, 1)}\n`;

/** No path of a manifest may leave its folder. */
const isInside = (path: string) => path !== '' && !path.split('/').some((name) => ['', '.', '..'].includes(name));

/**
 * Reads the manifest of a backup.
 * @throws Error in one sentence when it is missing or not understood by this program.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, manifestName);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} is no backup: it has no ${manifestName}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${file} is broken: it is no JSON.`);
  }
  const found = z.object({ format: z.number() }).safeParse(value).data?.format ?? 0;
  if (found > format)
    throw new Error(`${folder} was taken by a newer version of this program: restore it with that one.`);
  const { data, error } = manifestSchema.safeParse(value);
  if (!data) throw new Error(`${file} is broken: ${error.issues[0]!.path.join('.')}: ${error.issues[0]!.message}.`);
  const outside = [...data.folders, ...data.parts.map(({ path }) => path)].find((path) => !isInside(path));
  if (outside !== undefined) throw new Error(`${file} is broken: it names "${outside}", which lies outside of it.`);
  const { format: _, ...manifest } = data;
  return manifest;
}

/** Checks that every part exists unchanged. @throws Error in one sentence naming the first that does not. */
export async function checkParts(folder: string, { parts }: Manifest): Promise<void> {
  for (const { path, bytes, sha256 } of parts) {
    const file = join(folder, path);
    const found = await stat(file).catch(() => undefined);
    if (!found) throw new Error(`The backup is broken: ${path} is missing.`);
    if (found.size !== bytes) throw new Error(`The backup is broken: ${path} has ${found.size} bytes, not ${bytes}.`);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) throw new Error(`The backup is broken: ${path} is not as it was written.`);
  }
}
