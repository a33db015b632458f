/**
 * Rewrites a PDF: its pages as they look, and nothing else. A parser reads the upload, and only the listed keys that a
 * page needs are copied; scripts, actions, forms, embedded files and unknown features are not in the list. Annotations
 * such as a signature, and filled-in form fields, become part of the look of the page.
 */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import {
  ParseSpeeds,
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import type { Made } from './pictures.ts';

/** Limits of a PDF. The process has limits of its own, because a parser has to read first. */
const most = {
  pages: 500,
  objects: 60_000,
  /** Nesting. */
  depth: 200,
  /** All streams together, decompressed. */
  unfolded_bytes: 128 << 20,
  /** Per picture and altogether: a page scanned at 600 dpi has 35 million. */
  pixels: 100_000_000,
  all_pixels: 1_000_000_000,
  /** Per page: links, stamps and form fields. */
  annotations: 5000,
};

/** The file to store for a PDF. @throws Refusal, see {@link rewritePdf} */
export async function makePdf(bytes: Buffer): Promise<Made> {
  const content = await rewritePdf(bytes);
  return {
    kind: 'pdf',
    type: 'application/pdf',
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    width: null,
    height: null,
    parts: [{ size: 'full', content }],
  };
}

/**
 * The same pages in a new file.
 * @throws Refusal `pedigree.import_invalid_file` for what is no PDF, `pdf_locked` when it needs a password, `pdf_broken` when no
 * pages are found in it, `file_too_complex` beyond the limits.
 */
export async function rewritePdf(bytes: Buffer): Promise<Buffer> {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new Refusal('pedigree.import_invalid_file');
  try {
    const source = await PDFDocument.load(bytes, {
      password: '',
      throwOnInvalidObject: false,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    });
    await drawFields(source);
    const made = await PDFDocument.create({ updateMetadata: false });
    copyPages(source, made);
    return Buffer.from(await made.save({ addDefaultPage: false, updateFieldAppearances: false }));
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new Refusal(/password|encrypt/i.test(String(error)) ? 'pdf_locked' : 'pdf_broken');
  }
}

/** Some programs fill in a form and leave the drawing of its fields to the viewer (`NeedAppearances`). */
async function drawFields(source: PDFDocument): Promise<void> {
  try {
    const form = source.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
    if (form?.lookupMaybe(PDFName.of('NeedAppearances'), PDFBool)?.asBoolean() !== true) return;
    source.getForm().updateFieldAppearances();
    await source.flush();
  } catch {
    // Fields that cannot be drawn keep their appearance.
  }
}

/**
 * What the keys of a dictionary are: names of the format, kinds of resources, or names chosen by the file (of fonts,
 * pictures, glyphs and colours).
 */
type Keys = 'format' | 'resources' | 'chosen';
const resources = new Set('ExtGState ColorSpace Pattern Shading XObject Font Properties'.split(' '));

/** All keys that are copied (ISO 32000-2), whatever dictionary they stand in. */
const copied = new Set(
  `Type Subtype Length Filter DecodeParms Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine
  EncodedByteAlign Rows EndOfBlock BlackIs1 DamagedRowsBeforeError JBIG2Globals ColorTransform
  MediaBox CropBox Rotate UserUnit Resources Contents Group S CS I
  ExtGState ColorSpace Shading Font CharProcs Colorants
  FormType BBox Matrix Width Height Decode Interpolate ImageMask Mask SMask SMaskInData Intent Matte OC
  LW LC LJ ML D RI OP op OPM BG BG2 UCR UCR2 TR TR2 FL SM SA BM CA ca AIS TK G BC
  BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode FontBBox FontMatrix DescendantFonts
  CIDSystemInfo Registry Ordering Supplement DW W DW2 W2 CIDToGIDMap FontName FontFamily FontStretch FontWeight Flags
  ItalicAngle Ascent Descent Leading CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth FontFile FontFile2
  FontFile3 CharSet CIDSet Length1 Length2 Length3 BaseEncoding Differences CMapName WMode UseCMap
  PatternType PaintType TilingType XStep YStep ShadingType Background AntiAlias Coords Domain Function Extend
  BitsPerCoordinate BitsPerFlag VerticesPerRow FunctionType Range Size BitsPerSample Order Encode C0 C1 N Functions
  Bounds WhitePoint BlackPoint Gamma Alternate Process Components OCGs P VE Name`.split(/\s+/),
);

/** Styles of groups, masks and borders: elsewhere the key `S` is the type of an action. */
const styles = new Set('Transparency Alpha Luminosity S D B I U'.split(' ').map((style) => PDFName.of(style)));

function isCopied(key: string, value: PDFObject): boolean {
  return copied.has(key) && (key !== 'S' || styles.has(value as PDFName));
}

const keysWithin: Record<string, Keys> = { Resources: 'resources', CharProcs: 'chosen', Colorants: 'chosen' };

function copyPages(source: PDFDocument, made: PDFDocument): void {
  const copy = createCopier(source.context, made.context);
  const root = source.catalog.lookup(PDFName.of('Pages'));
  const seen = new Set<PDFObject>();
  let pages = 0;
  walk(root, new Map(), 0);
  if (pages === 0) throw new Refusal('pdf_broken');
  copyLayers(source, made, copy);

  /** A page inherits missing attributes from the page tree. */
  function walk(node: PDFObject | undefined, above: ReadonlyMap<string, PDFObject>, depth: number): void {
    if (!(node instanceof PDFDict) || seen.has(node)) return;
    seen.add(node);
    if (depth > most.depth) throw new Refusal('file_too_complex');
    const own = new Map(above);
    for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
      const value = node.get(PDFName.of(key));
      if (value) own.set(key, value);
    }
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) {
      for (const kid of kids.asArray()) walk(source.context.lookup(kid), own, depth + 1);
      return;
    }
    pages += 1;
    if (pages > most.pages) throw new Refusal('file_too_complex');
    const { node: page } = made.addPage();
    for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) page.delete(PDFName.of(key));
    for (const key of ['Contents', 'Group', 'UserUnit']) {
      const value = node.get(PDFName.of(key));
      if (value) own.set(key, value);
    }
    for (const [key, value] of own) page.set(PDFName.of(key), copy(value, keysWithin[key]));
    const annotations = node.lookup(PDFName.of('Annots'));
    if (!(annotations instanceof PDFArray)) return;
    if (annotations.size() > most.annotations) throw new Refusal('file_too_complex');
    const shown = annotations.asArray().flatMap((one) => annotationOf(source.context.lookup(one), made.context, copy));
    if (shown.length > 0) page.set(PDFName.of('Annots'), made.context.obj(shown));
  }
}

type Copy = (value: PDFObject | undefined, keys?: Keys) => PDFObject;

/** Copies values with the objects that they refer to, each object once. */
function createCopier(source: PDFContext, made: PDFContext): Copy {
  const known = new Map<string, PDFRef>();
  let unfolded = 0;
  let pixels = 0;
  return (value, keys = 'format') => copy(value, keys, 0);

  function copy(value: PDFObject | undefined, keys: Keys, depth: number): PDFObject {
    if (depth > most.depth) throw new Refusal('file_too_complex');
    if (value instanceof PDFRef) {
      const name = `${value.tag} ${keys}`;
      const begun = known.get(name);
      if (begun) return begun;
      const found = source.lookup(value);
      if (!found || found instanceof PDFRef) return PDFNull;
      if (known.size >= most.objects) throw new Refusal('file_too_complex');
      const own = made.nextRef();
      known.set(name, own);
      made.assign(own, copy(found, keys, depth + 1));
      return own;
    }
    if (value instanceof PDFArray) return made.obj(value.asArray().map((one) => copy(one, 'format', depth + 1)));
    if (value instanceof PDFStream) return copyStream(value, depth);
    if (value instanceof PDFDict) return copyDict(value, keys, depth);
    if (value instanceof PDFString || value instanceof PDFHexString) return textOf(value.asBytes());
    if (value instanceof PDFNumber) return Number.isFinite(value.asNumber()) ? value : PDFNumber.of(0);
    return value instanceof PDFName || value instanceof PDFBool ? value : PDFNull;
  }

  function copyDict(from: PDFDict, keys: Keys, depth: number): PDFDict {
    const to = made.obj({});
    for (const [key, value] of from.entries()) {
      const name = key.decodeText();
      if (keys === 'chosen') to.set(key, copy(value, 'format', depth + 1));
      else if (keys === 'resources' && resources.has(name)) to.set(key, copy(value, 'chosen', depth + 1));
      else if (keys === 'format' && isCopied(name, value))
        to.set(key, copy(value, keysWithin[name] ?? 'format', depth + 1));
    }
    return to;
  }

  function copyStream(from: PDFStream, depth: number): PDFObject {
    const kind = from.dict.lookup(PDFName.of('Subtype'));
    // A PostScript XObject is a program.
    if (kind === PDFName.of('PS')) return PDFNull;
    const content = from.getContents();
    count(from.dict, content, kind === PDFName.of('Image'));
    return PDFRawStream.of(copyDict(from.dict, 'format', depth), content);
  }

  /** Counts the work for a viewer against the limits. */
  function count(dictionary: PDFDict, content: Uint8Array, isPicture: boolean): void {
    const of = (key: string) => {
      const value = dictionary.lookup(PDFName.of(key));
      return value instanceof PDFNumber ? value.asNumber() : 0;
    };
    if (isPicture) {
      const own = of('Width') * of('Height');
      pixels += own;
      if (own > most.pixels || pixels > most.all_pixels) throw new Refusal('file_too_complex');
    }
    const filter = dictionary.lookup(PDFName.of('Filter'));
    const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
    let folded = content;
    for (const one of filters) {
      if (source.lookup(one) !== PDFName.of('FlateDecode')) return;
      folded = unfold(folded, most.unfolded_bytes - unfolded);
      unfolded += folded.length;
    }
  }
}

/** Decompresses a stream. @throws Refusal `file_too_complex` beyond the limit. */
function unfold(content: Uint8Array, limit: number): Uint8Array {
  try {
    return inflateSync(content, { maxOutputLength: Math.max(limit, 1), finishFlush: 2 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new Refusal('file_too_complex');
    return new Uint8Array(); // viewers show nothing of it
  }
}

/** Flags of annotations that are not displayed. */
const invisible = { hidden: 2, noView: 32 };

/** An annotation: a link to a site or a mailbox, or the look of any other one as a stamp. */
function annotationOf(annotation: PDFObject | undefined, made: PDFContext, copy: Copy): PDFRef[] {
  if (!(annotation instanceof PDFDict)) return [];
  const of = (key: string) => annotation.lookup(PDFName.of(key));
  const flags = of('F') instanceof PDFNumber ? (of('F') as PDFNumber).asNumber() : 0;
  const rect = of('Rect');
  if (flags & (invisible.hidden | invisible.noView) || !(rect instanceof PDFArray)) return [];
  const Rect = copy(rect);
  if (of('Subtype') === PDFName.of('Link')) {
    const uri = addressOf(of('A'));
    if (uri === null) return [];
    const A = { Type: 'Action', S: 'URI', URI: textOf(Buffer.from(uri)) };
    const frame = Object.fromEntries(['Border', 'BS', 'C'].flatMap((key) => (of(key) ? [[key, copy(of(key))]] : [])));
    return [made.register(made.obj({ Type: 'Annot', Subtype: 'Link', Rect, ...frame, F: 4, A }))];
  }
  if (of('Subtype') === PDFName.of('Popup')) return [];
  const appearance = appearanceOf(of('AP'), of('AS'));
  if (!appearance) return [];
  // Print, ReadOnly, Locked.
  const F = 4 | 64 | 128;
  return [made.register(made.obj({ Type: 'Annot', Subtype: 'Stamp', Rect, F, AP: { N: copy(appearance) } }))];
}

/** The address of a link to a site or a mailbox, or null. */
function addressOf(action: PDFObject | undefined): string | null {
  const uri = action instanceof PDFDict ? action.lookup(PDFName.of('URI')) : undefined;
  if (!(uri instanceof PDFString || uri instanceof PDFHexString)) return null;
  const url = URL.parse(Buffer.from(uri.asBytes()).toString());
  return url && /^(?:https?|mailto):$/.test(url.protocol) && url.href.length <= 2000 ? url.href : null;
}

/** The appearance of an annotation, in its present state. */
function appearanceOf(looks: PDFObject | undefined, state: PDFObject | undefined): PDFObject | undefined {
  if (!(looks instanceof PDFDict)) return undefined;
  const normal = PDFName.of('N');
  const look = looks.lookup(normal);
  if (look instanceof PDFStream) return looks.get(normal);
  if (!(look instanceof PDFDict) || !(state instanceof PDFName)) return undefined;
  return look.lookup(state) instanceof PDFStream ? look.get(state) : undefined;
}

/** Copies the layers; those that are off stay off. */
function copyLayers(source: PDFDocument, made: PDFDocument, copy: Copy): void {
  const layers = source.catalog.lookup(PDFName.of('OCProperties'));
  const shown = layers instanceof PDFDict ? layers.lookup(PDFName.of('D')) : undefined;
  if (!(layers instanceof PDFDict) || !(shown instanceof PDFDict)) return;
  const of = (from: PDFDict, keys: readonly string[]) =>
    keys.flatMap((key) => {
      const value = from.get(PDFName.of(key));
      return value ? [[key, copy(value)] as const] : [];
    });
  const D = Object.fromEntries(of(shown, ['BaseState', 'ON', 'OFF']));
  made.catalog.set(PDFName.of('OCProperties'), made.context.obj({ ...Object.fromEntries(of(layers, ['OCGs'])), D }));
}

/** A hexadecimal string: no character in it can end it. */
function textOf(bytes: Uint8Array): PDFHexString {
  return PDFHexString.of(Buffer.from(bytes).toString('hex'));
}
