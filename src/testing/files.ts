/** Pictures and PDFs for tests, made here. */

import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { PersonKey } from '#domain/keys.ts';
import type { Database } from '#server/db/database.ts';

export const asDataUrl = (type: string, content: Buffer) => `data:${type};base64,${content.toString('base64')}`;

/** A PNG of one colour. */
export function pictureOf(width: number, height: number, { alpha = false } = {}): Promise<Buffer> {
  const background = { r: 27, g: 71, b: 128, alpha: alpha ? 0.5 : 1 };
  return sharp({ create: { width, height, channels: alpha ? 4 : 3, background } })
    .png()
    .toBuffer();
}

/** A PDF of one empty page, with additions to its catalogue and its page, and further objects. */
export function pdfOf(catalogue = '', objects: readonly Buffer[] = [], page = ''): Buffer {
  const all = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} >>`),
    ...objects,
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  let place = parts[0]!.length;
  const places = all.map((content, i) => {
    const object = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), content, Buffer.from('\nendobj\n')]);
    const at = `${String(place).padStart(10, '0')} 00000 n \n`;
    parts.push(object);
    place += object.length;
    return at;
  });
  const size = all.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${place}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

/** A file's row, without anything in the storage. @returns its id */
export async function insertFile(
  db: Database,
  { loft_id, user_id }: PersonKey,
  kind: 'image' | 'pdf' = 'image',
): Promise<number> {
  const facts =
    kind === 'image'
      ? { type: 'image/jpeg' as const, name: 'loft.jpg', width: 300, height: 200 }
      : { type: 'application/pdf' as const, name: 'terms.pdf', width: null, height: null };
  const keys =
    kind === 'image'
      ? { sha256: 'a'.repeat(64), private_key: null }
      : { sha256: null, private_key: randomBytes(32).toString('hex') };
  const { id } = await db
    .insertInto('files')
    .values({ loft_id, user_id, kind, ...facts, bytes: 1, ...keys })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
