/** The process that re-encodes uploaded pictures (maker.ts). It reads no database and is given no secrets. */
import { answerTasks } from '#server/worker-process.ts';
import { makePicture, makePortrait } from './pictures.ts';

answerTasks<{ content: Uint8Array; as: 'picture' | 'portrait' }>(({ content, as }) =>
  (as === 'picture' ? makePicture : makePortrait)(Buffer.from(content)),
);
