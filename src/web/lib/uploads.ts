/** The uploads of one place: sent one after the other, stopped, and tried again. */
import { type Failed, failureOf } from './upload.ts';

export interface Upload<File> {
  id: number;
  file: File;
  /** How far it is, from 0 to 1. */
  part: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  failed: Failed;
}

export interface Uploads<File> {
  /** Sends further files behind those that wait; what is done already is no longer listed. */
  take(files: readonly File[]): void;
  /** Stops one that waits, is on its way, or has failed, and forgets it. */
  cancel(id: number): void;
  /** Sends one that has failed once more, behind those that wait. */
  again(id: number): void;
}

export interface UploadsOptions<File> {
  /** Sends one file and does what is to be done with it; the next one waits for it. */
  send(file: File, options: { onPart(part: number): void; signal: AbortSignal }): Promise<void>;
  /** Told the list whenever it has changed. */
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
