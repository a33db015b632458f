/** A queue of uploads: sent one after the other, cancelled, and retried. */
import { type Failed, failureOf } from './upload.ts';

export interface Upload<File> {
  id: number;
  file: File;
  /** The progress, from 0 to 1. */
  part: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  failed: Failed;
}

export interface Uploads<File> {
  /** Appends files to the queue; completed uploads are removed from the list. */
  take(files: readonly File[]): void;
  /** Stops a waiting, running or failed upload, and removes it. */
  cancel(id: number): void;
  /** Appends a failed upload to the queue again. */
  again(id: number): void;
}

export interface UploadsOptions<File> {
  /** Sends one file and processes the reply; the next one waits for it. */
  send(file: File, options: { onPart(part: number): void; signal: AbortSignal }): Promise<void>;
  /** Called with the list whenever it has changed. */
  changed(all: readonly Upload<File>[]): void;
}

export function createUploads<File>({ send, changed }: UploadsOptions<File>): Uploads<File> {
  let all: readonly Upload<File>[] = [];
  let last = 0;
  let sending = Promise.resolve();
  const stops = new Map<number, AbortController>();

  function keep(now: readonly Upload<File>[]): void {
    all = now;
    changed(all);
  }
  const put = (id: number, change: Partial<Upload<File>>) =>
    keep(all.map((one) => (one.id === id ? { ...one, ...change } : one)));

  function enqueue(id: number, file: File): void {
    const stop = new AbortController();
    stops.set(id, stop);
    sending = sending.then(() => sendOne(id, file, stop.signal));
  }

  async function sendOne(id: number, file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    put(id, { state: 'sending' });
    try {
      await send(file, { onPart: (part) => put(id, { part }), signal });
      put(id, { state: 'done', part: 1 });
    } catch (error) {
      const failed = failureOf(error);
      if (failed) put(id, { state: 'failed', failed });
    }
  }

  return {
    take(files) {
      const added = files.map((file): Upload<File> => {
        last += 1;
        return { id: last, file, part: 0, state: 'waiting', failed: null };
      });
      keep([...all.filter(({ state }) => state !== 'done'), ...added]);
      for (const { id, file } of added) enqueue(id, file);
    },
    cancel(id) {
      stops.get(id)?.abort();
      keep(all.filter((one) => one.id !== id));
    },
    again(id) {
      const one = all.find((other) => other.id === id);
      if (one?.state !== 'failed') return;
      put(id, { part: 0, state: 'waiting', failed: null });
      enqueue(id, one.file);
    },
  };
}
