/** Rewritten PDFs look the same; active content is gone (testing/hostile-files.ts). */
import {
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { pdfOf } from '#testing/files.ts';
import { rewritePdf } from './pdf.ts';

const name = (text: string) => PDFName.of(text);
const written = async (pdf: Uint8Array) => PDFDocument.load(await rewritePdf(Buffer.from(pdf)));

/** Two pages with text, one rotated. */
async function twoPages(): Promise<PDFDocument> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  made.addPage([595, 842]).drawText('Pedigree of BE 23-4001234', { x: 50, y: 780, font });
  made.addPage([400, 300]).drawText('Second page', { x: 20, y: 20, font });
  made.getPage(1).setRotation(degrees(90));
  return made;
}

/** The content, size and rotation of each page. */
function pagesOf(pdf: PDFDocument) {
  return pdf.getPages().map((page) => {
    const contents = page.node.Contents();
    const streams =
      contents instanceof PDFArray ? contents.asArray().map((one) => pdf.context.lookup(one)) : [contents];
    const drawn = streams.map((one) => Buffer.from((one as PDFRawStream).getContents()).toString('base64'));
    return { drawn, size: page.getSize(), turned: page.getRotation().angle };
  });
}

const annotationsOf = (pdf: PDFDocument) =>
  (pdf.getPage(0).node.Annots()?.asArray() ?? []).map((one) => pdf.context.lookup(one, PDFDict));

describe('a rewritten PDF (R2)', () => {
  it.each<[string, (pdf: PDFDocument) => Promise<Uint8Array>]>([
    ['with a table of its objects', (pdf) => pdf.save({ useObjectStreams: false })],
    ['with streams of objects', (pdf) => pdf.save({ useObjectStreams: true })],
    [
      'whose owner has locked it against changes',
      async (pdf) => {
        pdf.encrypt({ userPassword: '', ownerPassword: 'owner' });
        return pdf.save({ useObjectStreams: false });
      },
    ],
    [
      'whose table is wrong',
      async (pdf) => {
        const text = Buffer.from(await pdf.save({ useObjectStreams: false })).toString('latin1');
        return Buffer.from(text.replace(/startxref\s+\d+/, 'startxref\n12'), 'latin1');
      },
    ],
    [
      'that ends before its end',
      async (pdf) => {
        const bytes = Buffer.from(await pdf.save({ useObjectStreams: false }));
        return bytes.subarray(0, bytes.lastIndexOf('startxref'));
      },
    ],
    [
      'with something before and behind it',
      async (pdf) => Buffer.concat([Buffer.from('\n\n'), await pdf.save(), Buffer.from('\n<!-- footer -->\n')]),
    ],
  ])('%s has the same pages', async (_what, save) => {
    const pdf = await twoPages();
    const plain = await PDFDocument.load(await pdf.save());
    const again = await written(await save(await twoPages()));
    expect(again.getPageCount()).toBe(2);
    expect(pagesOf(again)).toEqual(pagesOf(plain));
    expect(again.getPage(1).getRotation().angle).toBe(90);
  });

  it('has on each page the inherited attributes of the page tree', async () => {
    const text = pdfOf().toString('latin1').replace('/Count 1', '/Count 1 /MediaBox [0 0 300 200] /Rotate 180');
    const page = (await written(Buffer.from(text.replace('/MediaBox [0 0 595 842]', ''), 'latin1'))).getPage(0);
    expect([page.getSize(), page.getRotation().angle]).toEqual([{ width: 300, height: 200 }, 180]);
  });

  it('shows form fields and stamps without their fields and actions', async () => {
    const pdf = await twoPages();
    const form = pdf.getForm();
    const field = form.createTextField('name');
    field.setText('Ann Peeters');
    field.addToPage(pdf.getPage(0), { x: 20, y: 300, width: 200, height: 20 });
    const stamp = pdf.context.register(
      pdf.context.stream('1 0 0 rg 0 0 50 20 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 50, 20] }),
    );
    const put = { Type: 'Annot', Subtype: 'Stamp', Rect: [200, 100, 300, 140], AP: { N: stamp } };
    pdf.getPage(0).node.addAnnot(pdf.context.register(pdf.context.obj({ ...put, A: { S: 'JavaScript' } })));
    pdf.getPage(0).node.addAnnot(pdf.context.register(pdf.context.obj({ ...put, F: 2 })));
    const again = await written(await pdf.save());
    expect(again.catalog.get(name('AcroForm'))).toBeUndefined();
    const shown = annotationsOf(again);
    expect(shown.map((one) => String(one.get(name('Subtype'))))).toEqual(['/Stamp', '/Stamp']);
    expect(shown.map((one) => one.has(name('A')) || one.has(name('AA')) || one.has(name('Parent')))).toEqual([
      false,
      false,
    ]);
    for (const one of shown) expect(one.lookup(name('AP'), PDFDict).lookup(name('N'))).toBeInstanceOf(PDFRawStream);
  });

  it('shows form fields also where their drawing was left to the viewer', async () => {
    const pdf = await twoPages();
    const field = pdf.getForm().createTextField('name');
    field.setText('Ann Peeters');
    field.addToPage(pdf.getPage(0), { x: 20, y: 300, width: 200, height: 20 });
    await pdf.save();
    pdf.getForm().acroForm.dict.set(name('NeedAppearances'), pdf.context.obj(true));
    for (const widget of field.acroField.getWidgets()) widget.dict.delete(name('AP'));
    const again = await written(await pdf.save({ updateFieldAppearances: false }));
    expect(annotationsOf(again)).toHaveLength(1);
  });

  it.each([
    ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['mailto:ann@example.org', 'mailto:ann@example.org'],
    ['https://example.org/)/AA', 'https://example.org/)/AA'],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['smb://example.org/x', null],
    ['example.org', null],
  ])('keeps only links to a site or a mailbox: %s', async (given, expected) => {
    const pdf = await twoPages();
    const A = { S: 'URI', URI: PDFHexString.of(Buffer.from(given).toString('hex')), Next: { S: 'Launch' } };
    const link = pdf.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A });
    pdf.getPage(0).node.addAnnot(pdf.context.register(link));
    const bytes = await rewritePdf(Buffer.from(await pdf.save()));
    const links = annotationsOf(await PDFDocument.load(bytes)).map((one) => one.lookup(name('A'), PDFDict));
    expect(links.map((one) => one.lookup(name('URI'), PDFHexString).decodeText())).toEqual(
      expected === null ? [] : [expected],
    );
    expect(links.map((one) => one.keys().map(String).sort())).toEqual(
      expected === null ? [] : [['/S', '/Type', '/URI']],
    );
  });

  it('writes strings as hexadecimal, so that no character can end them', async () => {
    const pdf = await twoPages();
    const group = pdf.context.obj({ S: 'Transparency', Registry: PDFString.of('\\)/AA') });
    pdf.getPage(0).node.set(name('Group'), group);
    const again = (await written(await pdf.save())).getPage(0).node.lookup(name('Group'), PDFDict);
    expect(String(again.get(name('Registry')))).toBe(`<${Buffer.from(')/AA').toString('hex')}>`);
  });

  it('keeps layers switched off', async () => {
    const layers = '/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] /AS [<< /Event /View >>] >> >>';
    const page = '/Resources << /Properties << /L 4 0 R >> >>';
    const again = await written(pdfOf(layers, [Buffer.from('<< /Type /OCG /Name (Layer) >>')], page));
    const copied = again.catalog.lookup(name('OCProperties'), PDFDict);
    const { Properties } = Object.fromEntries(
      again
        .getPage(0)
        .node.Resources()!
        .entries()
        .map(([key, value]) => [key.decodeText(), value]),
    );
    expect(String(copied.lookup(name('D'), PDFDict).get(name('OFF')))).toBe(String(copied.get(name('OCGs'))));
    expect(String((Properties as PDFDict).get(name('L')))).toBe(String(copied.lookup(name('OCGs'), PDFArray).get(0)));
    expect(copied.lookup(name('D'), PDFDict).has(name('AS'))).toBe(false);
  });

  it.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['no PDF', 'pedigree.import_invalid_file', () => Buffer.from('hello')],
    ['a PDF without a page', 'pdf_broken', () => Buffer.from('%PDF-1.7\n')],
    [
      'a PDF that opens with a password only',
      'pdf_locked',
      async () => {
        const pdf = await twoPages();
        pdf.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
        return pdf.save({ useObjectStreams: false });
      },
    ],
    [
      'a PDF of too many pages',
      'file_too_complex',
      async () => {
        const pdf = await PDFDocument.create();
        for (let i = 0; i < 501; i++) pdf.addPage();
        return pdf.save();
      },
    ],
    [
      'a page that unfolds without end',
      'file_too_complex',
      async () => {
        const pdf = await twoPages();
        pdf
          .getPage(0)
          .node.set(name('Contents'), pdf.context.register(pdf.context.flateStream(Buffer.alloc(130 << 20))));
        return pdf.save();
      },
    ],
    [
      'a picture of 10,001 megapixels',
      'file_too_complex',
      () => {
        const picture =
          '<< /Subtype /Image /Width 100001 /Height 100000 /Filter /DCTDecode /Length 1 >>\nstream\nx\nendstream';
        return pdfOf('', [Buffer.from(picture)], '/Resources << /XObject << /I 4 0 R >> >>');
      },
    ],
    [
      'pages within themselves',
      'pdf_broken',
      () =>
        Buffer.from(
          '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Kids[2 0 R 2 0 R]>>endobj\ntrailer<</Root 1 0 R>>',
        ),
    ],
  ])('%s is refused: %s', async (_what, code, make) => {
    await expect(rewritePdf(Buffer.from(await make()))).rejects.toMatchObject({ code });
  });
});
