/**
 * Proves that of an upload only its picture or a passive PDF is served (R2): no script, no place in metadata, and no
 * file that exhausts memory. The control shows that the uploads contain the marks, and that without the block of
 * loaders a picture with a script is accepted.
 */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { asDataUrl, pdfOf, pictureOf } from '#testing/files.ts';
import { actionsOf, corpus, mark, type Upload } from '#testing/hostile-files.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { createMaker, type Maker } from './maker.ts';
import { type Made, makePicture } from './pictures.ts';

let maker: Maker;
let all: Upload[];
beforeAll(async () => {
  all = await corpus();
  maker = createMaker();
});
afterAll(() => maker?.close());

/** The file that is made of it, or null when it is refused; other errors are bugs. */
async function tried({ sent, as }: Upload): Promise<Made | null> {
  try {
    return await maker.file('somebody', sent, as);
  } catch (error) {
    if (isRefusal(error) && refusals.has(error.code)) return null;
    throw error;
  }
}
const refusals = new Set<string>(['pedigree.import_invalid_file', 'file_too_complex', 'pdf_broken', 'pdf_locked']);

/** Starts both processes, so that their start is not measured with a file. */
async function start(): Promise<void> {
  if (maker.pids().length === 2) return;
  const sent = [await pictureOf(1, 1), pdfOf()].map((content, i) =>
    asDataUrl(i ? 'application/pdf' : 'image/png', content),
  );
  for (const one of sent) await maker.file('somebody', one, 'document');
}

/** Measures the processes from outside during some work. */
async function used<T>(work: () => Promise<T>): Promise<{ result: T; cpu_ms: number; rise_mb: number }> {
  const first = new Map<number, Usage>();
  const last = new Map<number, Usage>();
  let most = 0;
  const look = () => {
    for (const pid of maker.pids()) {
      const now = usageOf(pid);
      if (!now) continue;
      if (!first.has(pid)) first.set(pid, now);
      last.set(pid, now);
      most = Math.max(most, now.rss_mb - first.get(pid)!.rss_mb);
    }
  };
  look();
  const timer = setInterval(look, 5);
  try {
    const result = await work();
    look();
    const cpu = [...last].map(([pid, { cpu_ms }]) => cpu_ms - first.get(pid)!.cpu_ms);
    return { result, cpu_ms: Math.max(0, ...cpu), rise_mb: Math.round(most) };
  } finally {
    clearInterval(timer);
  }
}

interface Usage {
  cpu_ms: number;
  rss_mb: number;
}

function usageOf(pid: number): Usage | null {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ')
      .slice(11, 13)
      .map(Number);
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return { cpu_ms: (user! + system!) * 10, rss_mb: pages / 256 };
  } catch {
    return null; // it has just ended
  }
}

/** What a stored file contains besides its pixels. */
async function besides({ kind, parts }: Made): Promise<string[]> {
  const found: string[] = [];
  for (const { size, content } of parts) {
    if (content.includes(mark)) found.push(`${size}: the mark`);
    if (kind === 'pdf') {
      found.push(...(await actionsOf(content)));
      continue;
    }
    const { exif, xmp, iptc, icc, comments, format } = await sharp(content).metadata();
    if (exif ?? xmp ?? iptc ?? icc ?? comments) found.push(`${size}: more than pixels`);
    if (format !== 'jpeg' && format !== 'webp') found.push(`${size}: ${format}`);
  }
  return found;
}

describe('a hostile upload (R2)', () => {
  it('is refused, or only its picture is stored, in two seconds and with little memory', {
    timeout: 600_000,
  }, async () => {
    expect(all.length).toBeGreaterThanOrEqual(110);
    const every = proveSize(3, 1);
    const chosen = all.filter((_, i) => i % every === 0);
    let [most_ms, most_mb] = [0, 0];
    for (const upload of chosen) {
      await start();
      const { result: made, cpu_ms, rise_mb } = await used(() => tried(upload));
      most_ms = Math.max(most_ms, cpu_ms);
      most_mb = Math.max(most_mb, rise_mb);
      if (upload.heavy) upload.accepted = made !== null;
      expect({ name: upload.name, accepted: made !== null, besides: made ? await besides(made) : [] }).toEqual({
        name: upload.name,
        accepted: upload.accepted,
        besides: [],
      });
      expect([upload.name, cpu_ms <= 2000, rise_mb < 256]).toEqual([upload.name, true, true]);
    }
    reportProof('R2', { tried: chosen.length, corpus: all.length, cpu_ms: most_ms, rise_mb: most_mb });
  });

  it('control: the uploads contain the marks, and without the block of loaders a script is accepted', async () => {
    const marked = all.filter(({ sent }) => Buffer.from(sent.split(',')[1] ?? '', 'base64').includes(mark));
    expect(marked.length).toBeGreaterThan(20);
    expect(marked.some(({ accepted }) => accepted)).toBe(true);
    const acting = all.filter(({ name, heavy }) => name.startsWith('PDF') && !heavy);
    const acts = await Promise.all(
      acting.map(
        async ({ sent }) => (await actionsOf(Buffer.from(sent.split(',')[1]!, 'base64')).catch(() => [])).length,
      ),
    );
    expect(acts.filter((count) => count > 0).length).toBeGreaterThan(20);
    const svg = all.find(({ name }) => name.startsWith('SVG,'))!;
    expect(await tried(svg)).toBeNull();
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    try {
      const content = Buffer.from(svg.sent.split(',')[1]!, 'base64');
      expect(await makePicture(content)).not.toBeNull();
    } finally {
      sharp.block({ operation: ['VipsForeignLoadSvg'] });
    }
  });
});
