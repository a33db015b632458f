/** The process that makes uploads anew (maker.ts). It reads no database and is given no secrets. */
import { isRefusal, type RefusalCode } from '#domain/refusal.ts';
import { answerTasks } from '#server/worker-process.ts';
import { type Made, makeFile, makePortrait } from './making.ts';

export type Task = { content: Uint8Array; as: 'picture' | 'pdf' | 'portrait' };
export type Answer = { made: Made } | { portrait: Uint8Array } | { refused: RefusalCode };

answerTasks<Task>(async ({ content, as }): Promise<Answer> => {
  try {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return as === 'portrait'
      ? { portrait: await makePortrait(bytes) }
      : { made: await makeFile({ content: bytes, as }) };
  } catch (error) {
    if (isRefusal(error)) return { refused: error.code };
    throw error;
  }
});
