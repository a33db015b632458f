/**
 * Paints share pictures and makes files of lists; a child process started by the server (painter.ts). It reads no
 * database, gets no secrets, and ends with its parent.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import type { CertificatesPaper } from '#domain/arrivals/certificate.ts';
import { type Card, pictureSize } from '#domain/share/card.ts';
import type { Table } from '#domain/table.ts';
import { measureCharacters } from './character-widths.ts';
import { layOut } from './paper.ts';
import { writeSheet } from './sheet.ts';

/**
 * A file to make: a list as a spreadsheet or on paper, confirmations of orders, a transport manifest, the labels of
 * crates, or certificates. `json` is a Table, a Confirmation, a ManifestPaper, a CrateLabelsPaper or a CertificatesPaper
 * from the page.
 */
export interface ToFile {
  format: FileFormat;
  json: Uint8Array;
}
export type FileFormat = 'xlsx' | 'pdf' | 'confirmation' | 'manifest' | 'crate-labels' | 'certificates';

/** An order: a picture, with the content of its photo, or a file. */
export type ToMake = { card: Card; photo: Uint8Array | null } | ToFile;

/** The message of the server, with a number that comes back in the reply. */
export type ToPaint = { number: number; what: ToMake };

/** The reply; a process that is `spent` must be ended. */
export type Painted = { number: number; picture: Uint8Array; spent: boolean } | { number: number; error: string };

/** Memory of a long list is not returned to the system: beyond this the process ends, and a new one starts. */
const most_bytes = 400 << 20;

// Lower priority than everything else on the machine.
setPriority(15);
process.on('disconnect', () => process.exit());

/** The pictures may refer to files of this folder only. */
const flags = join(dirname(createRequire(import.meta.url).resolve('flag-icons/package.json')), 'flags/4x3');
const fonts = fileURLToPath(new URL('fonts', import.meta.url));
const template = readFileSync(new URL('card.typ', import.meta.url), 'utf8');
const listed = readFileSync(new URL('table.typ', import.meta.url), 'utf8');
const certified = readFileSync(new URL('certificate.typ', import.meta.url), 'utf8');
const confirmed = readFileSync(new URL('confirmation.typ', import.meta.url), 'utf8');
const labelled = readFileSync(new URL('crate-labels.typ', import.meta.url), 'utf8');
const travelling = readFileSync(new URL('manifest.typ', import.meta.url), 'utf8');
const compiler = NodeCompiler.create({ workspace: flags, fontArgs: [{ fontPaths: [fonts] }] });
const widthsOf = measureCharacters(compiler);

process.on('message', ({ number, what }: ToPaint) => {
  make(what).then(
    (picture) => {
      const spent = process.memoryUsage.rss() > most_bytes;
      process.send!({ number, picture, spent } satisfies Painted);
    },
    (error: unknown) => process.send!({ number, error: String(error) } satisfies Painted),
  );
});

async function make(what: ToMake): Promise<Uint8Array> {
  if ('card' in what) return paint(what.card, what.photo);
  const { format } = what;
  const text = Buffer.from(what.json).toString();
  switch (format) {
    case 'xlsx':
      return writeSheet(JSON.parse(text) as Table);
    case 'pdf':
      return print(listed, { list: JSON.stringify(layOut(JSON.parse(text) as Table, widthsOf)) });
    case 'confirmation':
      return print(confirmed, { confirmation: text });
    case 'manifest':
      return print(travelling, { manifest: text });
    case 'certificates':
      return print(certified, { certificates: text, flags: JSON.stringify(flagsOf(countriesOf(text))) });
    case 'crate-labels':
      return print(labelled, { labels: text });
  }
}

/** A list, a confirmation, a manifest or labels on paper. */
function print(mainFileContent: string, inputs: Record<string, string>): Uint8Array {
  const pdf = compiler.pdf({ mainFileContent, inputs });
  // The cache is useless for the next one.
  compiler.evictCache(0);
  return pdf;
}

async function paint(card: Card, photo: Uint8Array | null): Promise<Buffer> {
  const made = compiler.compile({
    mainFileContent: template,
    inputs: {
      card: JSON.stringify({
        ...card,
        photo: photo !== null,
        flags: flagsOf([card.country, ...(card.birds?.rows ?? []).map(({ country }) => country)]),
      }),
    },
  });
  if (!made.result) throw new Error(JSON.stringify(made.takeDiagnostics()?.shortDiagnostics));
  const svg = compiler.plainSvg(made.result);
  compiler.evictCache(10);
  const { width, height } = pictureSize;
  const drawing = sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' });
  if (photo === null) return drawing.png({ compressionLevel: 9 }).toBuffer();
  const input = await drawing.png({ compressionLevel: 0 }).toBuffer();
  // With all colours of a photo the file would be too large for those who fetch it.
  return sharp(photo)
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .composite([{ input }])
    .png({ palette: true, quality: 80, effort: 4 })
    .toBuffer();
}

/** The countries on certificates. */
const countriesOf = (paper: string) =>
  (JSON.parse(paper) as CertificatesPaper).certificates.flatMap(({ loft_country, country }) => [loft_country, country]);

/** The flag file of each country, where there is one. */
function flagsOf(countries: readonly (string | null)[]): Record<string, string> {
  return Object.fromEntries(
    countries.flatMap((code) => {
      if (!code || !/^[A-Za-z]{2}$/.test(code)) return [];
      const file = `/${code.toLowerCase()}.svg`;
      return existsSync(join(flags, file)) ? [[code, file]] : [];
    }),
  );
}
