/** Where content is stored under names: a folder or a bucket. */
import type { Readable } from 'node:stream';

export interface Storage {
  /** Stores content under a name, atomically; existing content stays. */
  put(name: string, content: Buffer, type: string): Promise<void>;
  /** The content of a name; null when there is none. */
  read(name: string): Promise<{ content: Readable; bytes: number } | null>;
  remove(name: string): Promise<void>;
  /** All names that were put before a time. */
  namesBefore(time_ms: number): AsyncIterable<string>;
}
