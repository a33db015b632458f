/**
 * Paints share pictures and makes files of lists; a program of its own, which the server starts (painter.ts). It reads no
 * database, is given no secrets, and ends with its parent.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import type { Confirmation } from '#domain/orders/confirmation.ts';
import { type Card, pictureSize } from '#domain/share/card.ts';
import type { Table } from '#domain/table.ts';
import type { ManifestPaper } from '#domain/transports/manifest.ts';
import { measureLetters } from './letters.ts';
import { layOut } from './paper.ts';
import { writeSheet } from './sheet.ts';

/** A file to make: a list as a spreadsheet or on paper, confirmations of orders, or what travels with birds. */
export type ToFile =
  | { table: Table; format: 'xlsx' | 'pdf' }
  | { confirmation: Confirmation }
  | { manifest: ManifestPaper };

/** What there is to make: a picture, with what is in its photo, or a file. */
export type ToMake = { card: Card; photo: Uint8Array | null } | ToFile;

/** What the server hands over, under a number that comes back with it. */
export type ToPaint = { number: number; what: ToMake };

/** What comes back. */
export type Painted = { number: number; picture: Uint8Array } | { number: number; error: string };

// Whatever else the machine does goes before a picture.
setPriority(15);
process.on('disconnect', () => process.exit());

/** The pictures may name files of this folder and no others. */
const flags = join(dirname(createRequire(import.meta.url).resolve('flag-icons/package.json')), 'flags/4x3');
const fonts = fileURLToPath(new URL('fonts', import.meta.url));
const template = readFileSync(new URL('card.typ', import.meta.url), 'utf8');
const listed = readFileSync(new URL('table.typ', import.meta.url), 'utf8');
const confirmed = readFileSync(new URL('confirmation.typ', import.meta.url), 'utf8');
const travelling = readFileSync(new URL('manifest.typ', import.meta.url), 'utf8');
const compiler = NodeCompiler.create({ workspace: flags, fontArgs: [{ fontPaths: [fonts] }] });
const widthsOf = measureLetters(compiler);

process.on('message', ({ number, what }: ToPaint) => {
  make(what).then(
    (picture) => process.send!({ number, picture } satisfies Painted),
    (error: unknown) => process.send!({ number, error: String(error) } satisfies Painted),
  );
});

function make(what: ToMake): Promise<Uint8Array> {
  if ('card' in what) return paint(what.card, what.photo);
  if ('confirmation' in what) return print(confirmed, { confirmation: JSON.stringify(what.confirmation) });
  if ('manifest' in what) return print(travelling, { manifest: JSON.stringify(what.manifest) });
  return what.format === 'xlsx'
    ? writeSheet(what.table)
    : print(listed, { list: JSON.stringify(layOut(what.table, widthsOf)) });
}

/** A list, a confirmation or a manifest on paper. */
async function print(mainFileContent: string, inputs: Record<string, string>): Promise<Uint8Array> {
  const pdf = compiler.pdf({ mainFileContent, inputs });
  // Half a gigabyte after a long list, and no use for the next one.
  compiler.evictCache(0);
  return pdf;
}

async function paint(card: Card, photo: Uint8Array | null): Promise<Buffer> {
  const made = compiler.compile({
    mainFileContent: template,
    inputs: { card: JSON.stringify({ ...card, photo: photo !== null, flags: flagsOf(card) }) },
  });
  if (!made.result) throw new Error(JSON.stringify(made.takeDiagnostics()?.shortDiagnostics));
  const svg = compiler.plainSvg(made.result);
  compiler.evictCache(10);
  const { width, height } = pictureSize;
  const said = sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' });
  if (photo === null) return said.png({ compressionLevel: 9 }).toBuffer();
  const input = await said.png({ compressionLevel: 0 }).toBuffer();
  // A photo is no drawing: with all its colours it would be too much for those who fetch pictures.
  return sharp(photo)
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .composite([{ input }])
    .png({ palette: true, quality: 80, effort: 4 })
    .toBuffer();
}

/** The file of each country on the card that has a flag. */
function flagsOf({ country, birds }: Card): Record<string, string> {
  const countries = [country, ...(birds?.rows ?? []).map((bird) => bird.country)];
  return Object.fromEntries(
    countries.flatMap((code) => {
      if (!code || !/^[A-Za-z]{2}$/.test(code)) return [];
      const file = `/${code.toLowerCase()}.svg`;
      return existsSync(join(flags, file)) ? [[code, file]] : [];
    }),
  );
}
