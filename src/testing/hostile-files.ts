/** Hostile uploads, and honest ones with more than a picture in them. */
import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { pdfOf, pictureOf } from './files.ts';

export interface Upload {
  name: string;
  /** The data URL. */
  sent: string;
  as: 'image' | 'document';
  /** Whether a harmless file can be made of it; ignored for heavy ones. */
  accepted: boolean;
  /** Whether it is made to take time or memory. */
  heavy?: true;
}

/** Part of every script and every place in the corpus; must not occur in a stored file. */
export const mark = 'LOFTLINE-MARK';

const script = `<script>alert("${mark}")</script>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`;
const place = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 3/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '4/1 30/1 0/1' };
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51,3N" exif:UserComment="${mark}"/></rdf:RDF></x:xmpmeta>`;

const upload = (
  name: string,
  type: string,
  content: Buffer | string,
  accepted = false,
  as: Upload['as'] = 'image',
): Upload => ({
  name,
  sent: `data:${type};base64,${Buffer.from(content).toString('base64')}`,
  as,
  accepted,
});

/** A PNG chunk with a valid checksum. */
function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG of one bit per pixel with this size in its header. */
function pngOf(width: number, height: number, { rows = height, chunks = [] as Buffer[] } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))), { level: 1 });
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...chunks,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** An object stream (PDF 1.5). */
function objectStream(content: string | Buffer, dictionary = '/Filter /FlateDecode'): Buffer {
  const folded = dictionary.includes('Flate') ? deflateSync(content) : Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${folded.length} >>\nstream\n`),
    folded,
    Buffer.from('\nendstream'),
  ]);
}

async function pictures(): Promise<Upload[]> {
  const jpeg = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#1b4780' } }).jpeg();
  const plain = await jpeg().toBuffer();
  const png = await pictureOf(64, 48);
  const webp = await sharp(png).webp().toBuffer();
  const behind = (picture: Buffer, what: Buffer | string) => Buffer.concat([picture, Buffer.from(what)]);
  const comment = Buffer.from(script);
  const note = Buffer.concat([
    plain.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
    comment,
    plain.subarray(2),
  ]);
  const text = chunk('tEXt', Buffer.from(`Comment\0${script}`, 'latin1'));
  const exif = { IFD0: { Copyright: mark, Software: script }, IFD2: { UserComment: mark }, IFD3: place };
  const frames = [chunk('acTL', Buffer.concat([number(10_000), number(0)]))];
  const strip = await sharp(Buffer.alloc(8 * 8 * 3 * 200, 90), {
    raw: { width: 8, height: 8 * 200, channels: 3, pageHeight: 8 },
  })
    .webp()
    .toBuffer();
  const keeps = (name: string, type: string, content: Buffer) => upload(name, type, content, true);
  return [
    keeps('JPEG', 'image/jpeg', plain),
    keeps('PNG', 'image/png', png),
    keeps('WebP', 'image/webp', webp),
    keeps('PNG called JPEG', 'image/jpeg', png),
    keeps('JPEG with its place in EXIF', 'image/jpeg', await jpeg().withExif(exif).toBuffer()),
    keeps('PNG with its place in EXIF', 'image/png', await sharp(png).withExif(exif).png().toBuffer()),
    keeps('WebP with its place in EXIF', 'image/webp', await sharp(png).withExif(exif).webp().toBuffer()),
    keeps('JPEG with its place in XMP', 'image/jpeg', await jpeg().withXmp(xmp).toBuffer()),
    keeps('PNG with its place in XMP', 'image/png', await sharp(png).withXmp(xmp).png().toBuffer()),
    keeps('WebP with its place in XMP', 'image/webp', await sharp(png).withXmp(xmp).webp().toBuffer()),
    keeps('JPEG with a profile', 'image/jpeg', await jpeg().withIccProfile('p3').toBuffer()),
    keeps('JPEG with a comment that is a script', 'image/jpeg', note),
    keeps('JPEG with a script behind it', 'image/jpeg', behind(plain, script)),
    keeps('JPEG with an archive behind it', 'image/jpeg', behind(plain, `PK\u0003\u0004${mark}`)),
    keeps(
      'JPEG with a PDF behind it',
      'image/jpeg',
      behind(plain, pdfOf(`/OpenAction << /S /JavaScript /JS (${mark}) >>`)),
    ),
    keeps('PNG with a script behind it', 'image/png', behind(png, script)),
    keeps('PNG with an archive behind it', 'image/png', behind(png, `PK\u0003\u0004${mark}`)),
    keeps('WebP with a script behind it', 'image/webp', behind(webp, script)),
    keeps('PNG with a text that is a script', 'image/png', pngOf(8, 8, { chunks: [text] })),
    keeps('PNG that says it has ten thousand frames', 'image/png', pngOf(8, 8, { chunks: frames })),
    keeps('WebP of two hundred frames', 'image/webp', strip),
    keeps('JPEG on its side', 'image/jpeg', await jpeg().withMetadata({ orientation: 6 }).toBuffer()),
    keeps('JPEG of CMYK', 'image/jpeg', await jpeg().toColourspace('cmyk').toBuffer()),
    keeps('PNG of 16 bits', 'image/png', await sharp(png).toColourspace('rgb16').png().toBuffer()),
    keeps('PNG of greys', 'image/png', await sharp(png).greyscale().png().toBuffer()),
    keeps('PNG with a palette', 'image/png', await sharp(png).png({ palette: true }).toBuffer()),
    keeps('PNG one can see through', 'image/png', await pictureOf(32, 32, { alpha: true })),
    keeps('PNG of one pixel', 'image/png', await pictureOf(1, 1)),
    keeps('PNG as a thread', 'image/png', await pictureOf(3, 8000)),
    keeps(
      'JPEG that fits just so',
      'image/jpeg',
      await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#567' } })
        .jpeg({ progressive: true })
        .toBuffer(),
    ),
    upload('PNG of 14,000 by 14,000 pixels', 'image/png', pngOf(14_000, 14_000)),
    upload('PNG that says 65,535 by 65,535', 'image/png', pngOf(65_535, 65_535, { rows: 1 })),
    upload('PNG that says more than there is', 'image/png', pngOf(4000, 4000, { rows: 2 })),
    upload('PNG cut off', 'image/png', png.subarray(0, png.length - 30)),
    upload('JPEG cut off', 'image/jpeg', (await jpeg().resize(900, 900).toBuffer()).subarray(0, 400)),
    upload('WebP cut off', 'image/webp', webp.subarray(0, 24)),
    upload('JPEG that says 65,535 by 65,535', 'image/jpeg', grown(plain)),
    upload('PNG of which only the beginning is there', 'image/png', signature),
    upload('PNG with a head that was changed', 'image/png', Buffer.from(png).fill(7, 16, 24)),
    upload('GIF', 'image/gif', await sharp(png).gif().toBuffer()),
    upload('GIF called PNG', 'image/png', await sharp(png).gif().toBuffer()),
    upload('TIFF called JPEG', 'image/jpeg', await sharp(png).tiff().toBuffer()),
    upload('AVIF called WebP', 'image/webp', await sharp(png).avif().toBuffer()),
  ];
}

/** A JPEG with another size in its header. */
function grown(jpeg: Buffer): Buffer {
  const large = Buffer.from(jpeg);
  const at = large.indexOf(Buffer.from([0xff, 0xc0]));
  large.fill(0xff, at + 5, at + 9);
  return large;
}

/** Files that are no pictures, each named PNG, JPEG and WebP in turn. */
function others(): Upload[] {
  const types = ['image/png', 'image/jpeg', 'image/webp'];
  const contents: [string, Buffer | string][] = [
    ['SVG', svg],
    ['SVG with a head', `<?xml version="1.0"?>${svg}`],
    ['SVG behind a mark of order', `\ufeff${svg}`],
    ['SVG that reads a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;${script}</svg>`],
    [
      'SVG that grows without end',
      `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;${script}</svg>`,
    ],
    ['HTML', `<!doctype html>${script}`],
    ['PHP', `<?php system("${mark}"); ?>`],
    [
      'a script of ImageMagick',
      `push graphic-context\nimage over 0,0 0,0 'https://example.org/${mark}'\npop graphic-context`,
    ],
    ['PostScript', `%!PS\n(${mark}) run`],
    ['an archive', `PK\u0003\u0004${mark}`],
    ['a program', `\u007fELF${mark}`],
    ['a picture of Windows', `BM${mark}`],
    ['text', mark],
    ['a PDF', pdfOf()],
    ['a GIF that is a script', `GIF89a/*${mark}*/=1;alert(1)`],
  ];
  return contents.map(([name, content], i) => upload(`${name}, called a picture`, types[i % 3]!, content));
}

function addresses(): Upload[] {
  const odd = {
    'an SVG that says so': `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    'HTML that says so': `data:text/html;base64,${Buffer.from(script).toString('base64')}`,
    'an SVG without Base64': `data:image/png,${encodeURIComponent(svg)}`,
    nothing: 'data:image/png;base64,',
    'no type': 'data:;base64,AAAA',
    'no comma': 'data:image/png;base64',
    'a type with a line in it': `data:image/png\r\n;base64,${Buffer.from(svg).toString('base64')}`,
    'a script as an address': `data:javascript:alert("${mark}")`,
  };
  return Object.entries(odd).map(([name, sent]) => ({ name, sent, as: 'image' as const, accepted: false }));
}

function documents(): Upload[] {
  const acts = (name: string, catalogue: string, objects: readonly Buffer[] = []) =>
    upload(`PDF ${name}`, 'application/pdf', pdfOf(catalogue, objects), true, 'document');
  const folds = (name: string, stream: Buffer) => acts(name, '', [stream]);
  const onPage = (name: string, page: string) =>
    upload(`PDF ${name}`, 'application/pdf', pdfOf('', [], page), true, 'document');
  const refused = (name: string, content: Buffer | string) =>
    upload(name, 'application/pdf', content, false, 'document');
  const js = `1 0 << /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${mark}) >> >>`;
  const script_of = (action: string) => `<< /S /${action} /JS (${mark}) /F (${mark}) /URI (javascript:${mark}) >>`;
  const linked = (action: string) => `/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]`;
  return [
    acts('', ''),
    folds('with folded objects', objectStream('10 0 << /Type /Font >>')),
    upload('PDF where pictures are taken', 'application/pdf', pdfOf()),
    acts('that runs a script when it is opened', `/OpenAction ${script_of('JavaScript')}`),
    acts('that spells it by number', `/Open#41ction << /S /J#61vaScr#69pt /J#53 (${mark}) >>`),
    acts('that runs a script at an event', `/AA << /WC ${script_of('JavaScript')} >>`),
    acts('that has scripts by name', `/Names << /JavaScript << /Names [(a) ${script_of('JavaScript')}] >> >>`),
    acts('that starts a program', `/OpenAction << /S /Launch /Win << /F (${mark}) >> >>`),
    acts('that carries files', '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>', [
      Buffer.from(`<< /Type /Filespec /F (${mark}) /EF << /F 5 0 R >> >>`),
      Buffer.from(`<< /Type /EmbeddedFile /Length ${mark.length} >>\nstream\n${mark}\nendstream`),
    ]),
    acts('that carries a file', `/AF [<< /Type /Filespec /F (${mark}) >>]`),
    acts('that sends a form', `/OpenAction ${script_of('SubmitForm')}`),
    acts('that reads a form', `/OpenAction ${script_of('ImportData')}`),
    acts('with a form of its own', `/AcroForm << /XFA (${mark}) /NeedAppearances true /Fields [] >>`),
    acts('that opens another inside', `/OpenAction ${script_of('GoToE')}`),
    acts('that opens another elsewhere', `/OpenAction ${script_of('GoToR')}`),
    acts('with notes about it', `/Metadata 4 0 R /Lang (${mark})`, [
      Buffer.from(`<< /Type /Metadata /Length ${xmp.length} >>\nstream\n${xmp}\nendstream`),
    ]),
    onPage('whose page runs a script', `/AA << /O ${script_of('JavaScript')} >>`),
    onPage('whose page plays something', `/Annots [<< /Subtype /RichMedia /Rect [0 0 9 9] /Contents (${mark}) >>]`),
    onPage('with a link to a script', linked(script_of('URI'))),
    onPage('with a link that runs a script', linked(script_of('JavaScript'))),
    onPage('with a link that starts a program', linked(script_of('Launch'))),
    onPage('with a link that goes on to a script', linked(`<< /S /URI /URI (x:) /Next ${script_of('JavaScript')} >>`)),
    onPage('with a link to a file', linked(`<< /S /URI /URI (file:///${mark}) >>`)),
    onPage('with a script among its fonts', `/Resources << /Font << /A << /AA ${script_of('JavaScript')} >> >> >>`),
    onPage('with a script as its font', `/Resources << /Font << /AA ${script_of('JavaScript')} >> >>`),
    onPage('with a script beside its fonts', `/Resources << /OpenAction ${script_of('JavaScript')} >>`),
    onPage('with a program in PostScript', '/Resources << /XObject << /X 4 0 R >> >>'),
    folds('with a script folded up', objectStream(js)),
    folds('with a script folded up by number', objectStream(js.replace('JavaScript', 'Java#53cript'))),
    folds('with a script folded up behind a string', objectStream(js, '/X(stream) /Filter /FlateDecode')),
    folds('with a script folded up twice', objectStream(deflateSync(js), '/Filter [/FlateDecode /FlateDecode]')),
    folds('with a script in another code', objectStream(Buffer.from(js).toString('hex'), '/Filter /ASCIIHexDecode')),
    folds(
      'with a script behind a predictor',
      objectStream(js, '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>'),
    ),
    folds('whose fold is broken', objectStream('x', '/Filter /FlateDecode').subarray(0, 80)),
    upload('PDF behind something else', 'application/pdf', `${script}${pdfOf().toString('latin1')}`, true, 'document'),
    upload('PDF before something else', 'application/pdf', `${pdfOf().toString('latin1')}${script}`, true, 'document'),
    refused('PDF cut off', pdfOf().subarray(0, 120)),
    refused('PDF without pages', '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>'),
    refused('HTML called PDF', script),
    refused('picture called PDF', signature),
  ];
}

/** PDFs that are made to take time or memory, accepted or not. */
export function heavy(): Upload[] {
  const most = (10 << 20) - 4000;
  const repeated = (content: string | Buffer, bytes = most) => Buffer.alloc(bytes, content);
  const stream = (dictionary: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`<<${dictionary}/Length ${content.length}>>stream\n`),
      content,
      Buffer.from('\nendstream'),
    ]);
  const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes << 20), { level: 9 });
  const of = (name: string, ...objects: Buffer[]): Upload => ({
    ...upload(`PDF ${name}`, 'application/pdf', pdfOf('', objects, '/Contents 4 0 R'), false, 'document'),
    heavy: true,
  });
  const objects = '/Type/ObjStm/N 1/First 4';
  const emptyStream = Buffer.concat([
    Buffer.from('<</First 0/Filter/FlateDecode>>stream\n'),
    deflateSync(''),
    Buffer.from('endstream\n'),
  ]);
  return [
    of('of 190,000 empty streams', repeated(emptyStream)),
    of(
      'of 80,000 empty streams of objects',
      ...Array<Buffer>(80_000).fill(stream('/Type/ObjStm/N 0/First 0', Buffer.alloc(0))),
    ),
    of('of nothing but [', repeated('[')),
    of('of nothing but <<', repeated('<<')),
    of('of nothing but (', repeated('(')),
    of('of lists in lists', Buffer.concat([repeated('[', most / 2), repeated(']', most / 2)])),
    of('of dictionaries in dictionaries', repeated('<</A')),
    of('of a number without end', repeated('9')),
    of('of a list of numbers', Buffer.concat([repeated('[1 '), Buffer.from(']')])),
    of('of unfinished objects', repeated('1 0 obj<<>>stream\n')),
    of('of ends of objects', repeated('endobj ')),
    of('of trailers', repeated('trailer<<>>')),
    of('of the table of half a million objects', repeated('0000000010 00000 n \n')),
    of(
      'whose table says two thousand million objects',
      stream('/Type/XRef/Size 2000000000/W[1 2 1]/Index[0 2000000000]', Buffer.alloc(8)),
    ),
    of('whose stream of objects unfolds to 200 megabytes', stream(`${objects}/Filter/FlateDecode`, zeros(200))),
    of(
      'whose stream of objects unfolds twice, to 300 megabytes',
      stream(`${objects}/Filter[/FlateDecode/FlateDecode]`, deflateSync(zeros(300))),
    ),
    of('whose stream of objects repeats itself', stream(`${objects}/Filter/RunLengthDecode`, repeated('\u0081a'))),
    of('whose table unfolds to 100 megabytes', stream('/Type/XRef/Size 20/W[1 2 1]/Filter/FlateDecode', zeros(100))),
    of('whose page unfolds to 300 megabytes', stream('/Filter/FlateDecode', zeros(300))),
  ];
}

/** Names of active or hidden content in a PDF; of links only other schemes count. */
const acting = new Set(
  `JS JavaScript OpenAction AA Launch GoToR GoToE SubmitForm ImportData ResetForm Rendition RichMedia Movie Sound Named
  Next EmbeddedFile EmbeddedFiles EF AF Filespec AcroForm XFA Names Metadata PieceInfo Win Encrypt`.split(/\s+/),
);

/** Active or hidden content of a PDF, in all its objects, reachable from a page or not. */
export async function actionsOf(pdf: Buffer): Promise<string[]> {
  const found: string[] = [];
  const options = { throwOnInvalidObject: false, updateMetadata: false, ignoreEncryption: true };
  const { context, catalog } = await PDFDocument.load(pdf, options);
  for (const one of [catalog, ...context.enumerateIndirectObjects().map(([, one]) => one)]) look(one, false);
  return found;

  /** Names of fonts are arbitrary and do not count. */
  function look(one: PDFObject, areFonts: boolean): void {
    if (one instanceof PDFName && acting.has(one.decodeText())) found.push(one.decodeText());
    else if (one instanceof PDFArray) for (const item of one.asArray()) look(item, false);
    else if (one instanceof PDFString || one instanceof PDFHexString) addText(Buffer.from(one.asBytes()).toString());
    else if (one instanceof PDFRawStream) {
      look(one.dict, false);
      addText(Buffer.from(decodePDFRawStream(one).decode()).toString('latin1'));
    } else if (one instanceof PDFDict)
      for (const [key, value] of one.entries()) {
        if (!areFonts) look(key, false);
        look(value, key === PDFName.of('Font'));
        if (key === PDFName.of('URI') && !/^<(68747470|6d61696c746f)/.test(String(context.lookup(value))))
          found.push('URI');
      }
  }
  function addText(text: string): void {
    if (text.includes(mark)) found.push('the mark');
  }
}

/** The whole corpus. */
export async function corpus(): Promise<Upload[]> {
  return [...(await pictures()), ...others(), ...addresses(), ...documents(), ...heavy()];
}
