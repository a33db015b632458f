/** The process that re-encodes uploaded pictures (maker.ts). It reads no database and is given no secrets. */
import { answerTasks } from '#server/worker-process.ts';
import { makePhoto, makePicture, makePortrait } from './pictures.ts';

const makers = { picture: makePicture, portrait: makePortrait, photo: makePhoto };

export interface PictureTask<Content extends Uint8Array = Uint8Array> {
  content: Content;
  as: keyof typeof makers;
}

answerTasks<PictureTask>(({ content, as }) => makers[as](Buffer.from(content)));
