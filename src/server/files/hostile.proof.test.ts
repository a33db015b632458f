/**
 * Proves that of an upload nothing is served but its picture, or a PDF that only can be read (R2): no script, no place
 * where a picture was taken, and no file that eats the memory. The control shows that the marks are there to be found,
 * and that without the wall a picture with a script comes in.
 */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { proveSize, tellProof } from '#server/testing.ts';
import { corpus, mark, type Upload } from './corpus/testing.ts';
import { type Made, makeFile } from './making.ts';

/** What of it is made, or null when it is refused; anything else that is thrown is a fault of ours. */
async function tried({ sent, as }: Upload): Promise<Made | null> {
  try {
    return await makeFile(sent, as);
  } catch (error) {
    if (isRefusal(error) && error.code === 'import_invalid_file') return null;
    throw error;
  }
}

/** What stands in a served file beside its pixels. */
async function besides({ kind, parts }: Made): Promise<string[]> {
  const found: string[] = [];
  for (const { size, content } of parts) {
    if (content.includes(mark)) found.push(`${size}: the mark`);
    if (kind === 'pdf') continue;
    const { exif, xmp, iptc, icc, comments, format } = await sharp(content).metadata();
    if (exif ?? xmp ?? iptc ?? icc ?? comments) found.push(`${size}: more than pixels`);
    if (format !== 'jpeg' && format !== 'webp') found.push(`${size}: ${format}`);
  }
  return found;
}

describe('a hostile upload (R2)', () => {
  it('is refused, or only its picture is kept', { timeout: 300_000 }, async () => {
    const all = await corpus();
    expect(all.length).toBeGreaterThanOrEqual(80);
    const every = proveSize(3, 1);
    const chosen = all.filter((_, i) => i % every === 0);
    const before = process.memoryUsage().rss;
    let most = before;
    for (const upload of chosen) {
      const made = await tried(upload);
      most = Math.max(most, process.memoryUsage().rss);
      expect({ name: upload.name, kept: made !== null, besides: made ? await besides(made) : [] }).toEqual({
        name: upload.name,
        kept: upload.kept,
        besides: [],
      });
    }
    const rise_mb = Math.round((most - before) / (1 << 20));
    expect(rise_mb).toBeLessThan(256);
    tellProof('R2', { tried: chosen.length, corpus: all.length, rise_mb });
  });

  it('control: the marks are in what was sent, and without the wall a script would come in as a picture', async () => {
    const all = await corpus();
    const marked = all.filter(({ sent }) => Buffer.from(sent.split(',')[1] ?? '', 'base64').includes(mark));
    expect(marked.length).toBeGreaterThan(20);
    expect(marked.some(({ kept }) => kept)).toBe(true);
    const svg = all.find(({ name }) => name.startsWith('SVG,'))!;
    expect(await tried(svg)).toBeNull();
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    try {
      expect(await tried(svg)).not.toBeNull();
    } finally {
      sharp.block({ operation: ['VipsForeignLoadSvg'] });
    }
  });
});
