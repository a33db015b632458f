/** The process that rewrites uploaded PDFs (maker.ts). It reads no database and is given no secrets. */
import { answerTasks } from '#server/worker-process.ts';
import { makePdf } from './pdf.ts';

answerTasks<{ content: Uint8Array }>(({ content }) => makePdf(Buffer.from(content)));
