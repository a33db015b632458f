/** Copies of files, flushed to the disk. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Part } from './manifest.ts';

/** Called for every written piece, with its bytes. */
export type Progress = (bytes: number) => void;

/**
 * Copies a file as it is now, readable for its owner only. A growing file is copied up to its current end.
 * @returns the written part; null when the file is gone.
 */
export async function copyFile(
  from: string,
  to: string,
  progress: Progress = () => {},
): Promise<Omit<Part, 'path'> | null> {
  const source = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!source) return null;
  const { size } = await source.stat();
  if (!size) {
    await source.close();
    return writePart(to, '');
  }
  const hash = createHash('sha256');
  let bytes = 0;
  const target = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of createReadStream('', { fd: source, start: 0, end: size - 1 })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      progress((chunk as Buffer).length);
      await target.write(chunk as Buffer);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes a part from memory. */
export async function writePart(to: string, content: string | Buffer): Promise<Omit<Part, 'path'>> {
  const target = await open(to, 'wx', 0o600);
  try {
    await target.writeFile(content);
    await target.sync();
  } finally {
    await target.close();
  }
  return { bytes: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') };
}

export const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 });

/** A name survives a power cut only once its folder is flushed. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folders and files under a folder, by paths with slashes; what is removed meanwhile is left out. */
export async function listTree(root: string, skip: (path: string) => boolean = () => false) {
  const folders: string[] = [];
  const files: string[] = [];
  const look = async (under: string): Promise<void> => {
    for (const entry of await readdir(join(root, under), { withFileTypes: true }).catch(() => [])) {
      const path = under ? `${under}/${entry.name}` : entry.name;
      if (skip(path)) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        await look(path);
      } else if (entry.isFile()) files.push(path);
    }
  };
  await look('');
  return { folders, files };
}

/** Runs work for each item, this many at once. */
export async function forEachAtOnce<T>(
  list: readonly T[],
  most: number,
  act: (one: T) => Promise<void>,
): Promise<void> {
  const left = list.values();
  const worker = async () => {
    for (const one of left) await act(one);
  };
  await Promise.all(Array.from({ length: most }, worker));
}
