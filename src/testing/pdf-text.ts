/** Reads the text out of a PDF of our own: by the order of its glyphs on the page, line by line. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';

interface Run {
  text: string;
  /** Where it begins and ends, and its baseline, in points from the lower left. */
  x: number;
  end: number;
  y: number;
}

/** A gap in a line that is wider than this is one between two columns. */
const gap_pt = 1;

const linesOfRuns = (runs: readonly Run[]): string[] => {
  const lines = new Map<number, Run[]>();
  for (const run of runs) {
    const near = [...lines.keys()].find((y) => Math.abs(y - run.y) < 1) ?? run.y;
    lines.set(near, [...(lines.get(near) ?? []), run]);
  }
  return [...lines.entries()]
    .toSorted(([one], [other]) => other - one)
    .map(([, all]) =>
      all
        .toSorted((one, other) => one.x - other.x)
        .map(({ text, x }, i, sorted) => (i > 0 && x - sorted[i - 1]!.end > gap_pt ? ` ${text}` : text))
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
};

/**
 * The lines of each page from its top, as they are seen from left to right: a word that is written from right to left
 * has its last letter first.
 */
export async function linesOfPdf(bytes: Uint8Array): Promise<string[][]> {
  const pdf = await PDFDocument.load(bytes);
  return pdf.getPages().map((page) => linesOfRuns(runsOf(page)));
}

/** A word as {@link linesOfPdf} has it, of a script that is written from right to left. */
export const asSeen = (word: string): string => Array.from(word).toReversed().join('');

const streamText = (stream: unknown): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

function runsOf({ node }: PDFPage): Run[] {
  const contents = node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray().map((one) => node.context.lookup(one)) : [contents];
  const fonts = fontsOf(node.Resources()!);
  const runs: Run[] = [];
  let ctm = [1, 0, 0, 1, 0, 0];
  let at = ctm;
  let font: PageFont | undefined;
  let size = 0;
  const saved: (typeof ctm)[] = [];
  let operands: string[] = [];
  const show = (parts: readonly string[]) => {
    let text = '';
    let width = 0;
    for (const part of parts) {
      if (!part.startsWith('(')) width -= Number(part);
      for (let i = 1; part.startsWith('(') && i + 1 < part.length; i += 2) {
        const glyph = part.charCodeAt(i) * 256 + part.charCodeAt(i + 1);
        text += font?.letters.get(glyph) ?? '';
        width += font?.widths.get(glyph) ?? font?.usual_width ?? 0;
      }
    }
    runs.push({ text, x: at[4]!, end: at[4]! + (width * size) / 1000, y: at[5]! });
  };
  for (const token of tokensOf(streams.map(streamText).join('\n'))) {
    if (token === 'q') saved.push(ctm);
    else if (token === 'Q') ctm = saved.pop()!;
    else if (token === 'cm') ctm = times(operands.slice(-6).map(Number), ctm);
    else if (token === 'Tm') at = times(operands.slice(-6).map(Number), ctm);
    else if (token === 'Tf') {
      font = fonts.get(operands.at(-2)!.slice(1));
      size = Number(operands.at(-1));
    } else if (token === 'Tj' || token === 'TJ') show(operands);
    else {
      operands.push(token);
      continue;
    }
    operands = [];
  }
  return runs;
}

/** The tokens of a page: strings begin with `(` and have no escapes any more. */
function* tokensOf(content: string): Generator<string> {
  const token = /\(|<([0-9A-Fa-f\s]*)>|[^\s[\]<>()]+/g;
  for (let found = token.exec(content); found; found = token.exec(content)) {
    const [whole, hex] = found;
    if (whole === '(') {
      const end = endOfString(content, token.lastIndex);
      yield `(${unescaped(content.slice(token.lastIndex, end))}`;
      token.lastIndex = end + 1;
    } else if (hex !== undefined) yield `(${Buffer.from(hex.replaceAll(/\s/g, ''), 'hex').toString('latin1')}`;
    else yield whole;
  }
}

/** Where a string ends: parentheses within it come in pairs. */
function endOfString(content: string, from: number): number {
  let depth = 1;
  for (let i = from; i < content.length; i++) {
    if (content[i] === '\\') i++;
    else if (content[i] === '(') depth++;
    else if (content[i] === ')' && --depth === 0) return i;
  }
  return content.length;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unescaped = (text: string) =>
  text.replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
  );

interface PageFont {
  /** The letters of each glyph, and its width in thousandths of the size. */
  letters: ReadonlyMap<number, string>;
  widths: ReadonlyMap<number, number>;
  usual_width: number;
}

/** The fonts of a page by their names on it. */
function fontsOf(resources: PDFDict): Map<string, PageFont> {
  const fonts = resources.lookup(PDFName.of('Font'), PDFDict);
  return new Map(
    fonts.entries().map(([name, ref]) => {
      const font = resources.context.lookup(ref, PDFDict);
      const map = streamText(font.lookup(PDFName.of('ToUnicode')));
      const letters = [...map.matchAll(/<([0-9A-F]{4})> <((?:[0-9A-F]{4})+)>/g)].map(
        ([, glyph, text]) =>
          [Number.parseInt(glyph!, 16), Buffer.from(text!, 'hex').swap16().toString('utf16le')] as const,
      );
      const own = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
      const usual_width = own.lookupMaybe(PDFName.of('DW'), PDFNumber)?.asNumber() ?? 1000;
      return [name.decodeText(), { letters: new Map(letters), widths: widthsOf(own), usual_width }];
    }),
  );
}

/** The widths as the format lists them: a first glyph with an array, or a first and a last one with one width. */
function widthsOf(font: PDFDict): Map<number, number> {
  const widths = new Map<number, number>();
  const list = font.lookupMaybe(PDFName.of('W'), PDFArray)?.asArray() ?? [];
  for (let i = 0; i < list.length; ) {
    const first = (list[i] as PDFNumber).asNumber();
    const next = font.context.lookup(list[i + 1]);
    if (next instanceof PDFArray) {
      for (const [n, width] of next.asArray().entries()) widths.set(first + n, (width as PDFNumber).asNumber());
      i += 2;
    } else {
      const width = (list[i + 2] as PDFNumber).asNumber();
      for (let glyph = first; glyph <= (next as PDFNumber).asNumber(); glyph++) widths.set(glyph, width);
      i += 3;
    }
  }
  return widths;
}

/** The product of two matrices of the format. */
const times = ([a, b, c, d, e, f]: number[], [A, B, C, D, E, F]: number[]): number[] => [
  a! * A! + b! * C!,
  a! * B! + b! * D!,
  c! * A! + d! * C!,
  c! * B! + d! * D!,
  e! * A! + f! * C! + E!,
  e! * B! + f! * D! + F!,
];
