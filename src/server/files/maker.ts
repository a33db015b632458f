/**
 * Re-encodes uploads in processes beside the server, so that no file delays clocks, pages or another person's file:
 * each file has limits beyond which its process is killed, pictures and PDFs have a queue each, and one file of each
 * person is processed at a time.
 */
import { mostMegabytes, whyNotUpload } from '#domain/files/file.ts';
import { Refusal } from '#domain/refusal.ts';
import { createWorker, isKilled } from '#server/worker.ts';
import type { TaskLimits } from '#server/worker-process.ts';
import { createFairQueue, type Person } from './fair-queue.ts';
import type { PictureTask } from './make-picture.ts';
import type { Made } from './pictures.ts';

/** What becomes of an upload: a document may also be a PDF; a photo of a bird has a large size and a thumbnail. */
export type UploadKind = 'image' | 'document' | 'photo';

export interface Maker {
  /**
   * The file to store for an upload, a data URL.
   * @throws Refusal `pedigree.import_invalid_file` for what is no picture, or no PDF where one is accepted, by content;
   * `pdf_broken`, `pdf_locked`; `file_too_large`; `photo_too_many_pixels`; `file_too_complex`; `uploads_waiting`.
   */
  file(person: Person, dataUrl: string, as: UploadKind): Promise<Made>;
  /** A profile picture as a small JPEG. @throws Refusal as above. */
  portrait(person: Person, content: Buffer): Promise<Buffer>;
  /** The ids of the running processes. */
  pids(): number[];
  /** Ends the processes. */
  close(): void;
}

/** Limits for one file. */
const limits: Record<'picture' | 'pdf', TaskLimits> = {
  picture: { cpu_ms: 5000, memory_mb: 224, wall_ms: 30_000 },
  pdf: { cpu_ms: 1800, memory_mb: 224, wall_ms: 30_000 },
};

export function createMaker(): Maker {
  const pictures = lane<PictureTask<Buffer>, Made | Uint8Array>('picture');
  const pdfs = lane<{ content: Buffer }, Made>('pdf');
  return {
    async file(person, dataUrl, as) {
      const { type, content } = readDataUrl(dataUrl);
      const refusal = whyNotUpload(type, as === 'document' ? as : 'image');
      if (refusal) throw refusal;
      if (/pdf$/i.test(type)) return pdfs.make(person, { content });
      const task = { content, as: as === 'photo' ? 'photo' : 'picture' } as const;
      const made = (await pictures.make(person, task)) as Made;
      // A document has one size.
      return as === 'document' ? { ...made, parts: made.parts.slice(0, 1) } : made;
    },
    async portrait(person, content) {
      return Buffer.from((await pictures.make(person, { content, as: 'portrait' })) as Uint8Array);
    },
    pids: () => [pictures.pid(), pdfs.pid()].filter((pid) => pid !== undefined),
    close() {
      pictures.close();
      pdfs.close();
    },
  };
}

/** One kind of files: its process with its queue. */
function lane<Task extends { content: Buffer }, Answer>(kind: 'picture' | 'pdf') {
  const queue = createFairQueue({ most: 1, mostWaitingOfOne: 4, mostWaiting: 60 });
  const { run, pid, close } = createWorker<Task, Answer>(new URL(`make-${kind}.ts`, import.meta.url), limits[kind]);
  return {
    async make(person: Person, task: Task): Promise<Answer> {
      if (task.content.length > mostMegabytes << 20) throw new Refusal('file_too_large', { max: mostMegabytes });
      return queue(person, () => run(task)).catch((error: unknown) => {
        throw isKilled(error) ? new Refusal('file_too_complex') : error;
      });
    },
    pid,
    close,
  };
}

/** A data URL taken apart. @throws Refusal `pedigree.import_invalid_file` when it is none. */
function readDataUrl(text: string): { type: string; content: Buffer } {
  const comma = text.indexOf(',');
  const head = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w-]+=[\w."-]*)*;base64$/i.exec(text.slice(0, Math.max(comma, 0)));
  const content = Buffer.from(text.slice(comma + 1), 'base64');
  if (!head || content.length === 0) throw new Refusal('pedigree.import_invalid_file');
  return { type: head[1]!, content };
}
