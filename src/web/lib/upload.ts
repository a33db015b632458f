/** Sends files to the site (7.13): pictures are made smaller before, and every failure is a refusal. */

import type { FileShown } from '#domain/files/contract.ts';
import { mostMegabytes, sidesOf, whyNotUpload } from '#domain/files/file.ts';
import { isRefusal, Refusal, type RefusalCode } from '#domain/refusal.ts';
import { refusalIn } from './send.ts';

export interface Sending {
  /** The path of the call that takes the file; the file name is added. */
  path: string;
  /** Pictures only, or documents: pictures and PDFs (5.16). */
  as: 'image' | 'document';
  /** A picture that is small enough already. */
  isFitted?: boolean;
  /** The share that is sent, from 0 to 1. */
  onPart(part: number): void;
  signal: AbortSignal;
}

/** The failure of a file: a refusal, `no_answer`, or null when the sender has stopped it. */
export type Failed = { code: RefusalCode | 'no_answer'; params: Record<string, string | number> } | null;

/**
 * Sends one file.
 * @throws Refusal by the site or this browser; Error without a reply, AbortError when it was stopped
 */
export async function sendFile(
  file: File,
  { path, as, isFitted = false, onPart, signal }: Sending,
): Promise<FileShown> {
  const refusal = whyNotUpload(file.type, as);
  if (refusal) throw refusal;
  const content = isFitted || file.type === 'application/pdf' ? file : await fitted(file);
  if (content.size > mostMegabytes << 20) throw new Refusal('file_too_large', { max: mostMegabytes });
  const body = JSON.stringify([await asDataUrl(content)]);
  signal.throwIfAborted();
  const named = `${path}${path.includes('?') ? '&' : '?'}name=${encodeURIComponent(file.name.slice(-255))}`;
  const { status, answer } = await post(named, body, { onPart, signal });
  if (status !== 200) throw refusalIn(answer);
  return (answer as { data: [FileShown] }).data[0];
}

/** The failure of a file as shown to its sender. */
export function failureOf(error: unknown): Failed {
  if ((error as Error).name === 'AbortError') return null;
  if (isRefusal(error)) return { code: error.code, params: { ...error.params } };
  return { code: 'no_answer', params: {} };
}

/**
 * A picture turned upright, fitted into a square of 2048 pixels by default, as a JPEG of the best quality by default
 * (5.16, 9.5).
 * @throws Refusal `pedigree.import_invalid_file` when this browser cannot decode it
 */
export async function fitted(file: File, side: number = sidesOf.full, quality = 1): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture) throw new Refusal('pedigree.import_invalid_file');
  try {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const brush = canvas.getContext('2d');
    if (!brush) throw new Refusal('pedigree.import_invalid_file');
    // JPEG has no transparency.
    brush.fillStyle = '#fff';
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!made) throw new Refusal('pedigree.import_invalid_file');
    return made;
  } finally {
    picture.close();
  }
}

function asDataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Refusal('pedigree.import_invalid_file'));
    reader.readAsDataURL(content);
  });
}

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function post(path: string, body: string, { onPart, signal }: Pick<Sending, 'onPart' | 'signal'>) {
  return new Promise<{ status: number; answer: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('content-type', 'application/json');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onPart(total ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, answer: request.response as unknown });
    request.onerror = () => reject(new Error('no answer'));
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
