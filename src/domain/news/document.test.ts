import { describe, expect, it } from 'vitest';
import { parseFields } from '#domain/parse-fields.ts';
import { type Document, most, newsDocument, picturesIn } from './document.ts';

const line = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => ({ type: 'doc', content });
const linked = (href: unknown) => doc(paragraph(line('there', { type: 'link', attrs: { href } })));
const list = (...content: object[]) => ({ type: 'bulletList', content: [{ type: 'listItem', content }] });
const nested = (depth: number): object =>
  depth === 0 ? paragraph(line('deep')) : list(paragraph(line('on')), nested(depth - 1));

/** All node types and marks, once. */
const whole = doc(
  { type: 'heading', attrs: { level: 2 }, content: [line('Basketing')] },
  paragraph(line('On Friday', { type: 'bold' }, { type: 'italic' }), { type: 'hardBreak' }, line('at noon')),
  { type: 'paragraph' },
  { type: 'blockquote', content: [paragraph(line('Fly well'))] },
  { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(line('one')), list(paragraph())] }] },
  { type: 'picture', attrs: { file_id: 7, alt: 'The loft' } },
  ...linked('https://example.org/a?b=c#d').content,
  ...linked('mailto:loft@example.org').content,
);

const wrong: [what: string, document: unknown][] = [
  ['HTML instead of a document', '<p>Hello</p>'],
  ['nothing', null],
  ['a document without content', { type: 'doc' }],
  ['another kind of block', doc({ type: 'iframe', attrs: { src: 'https://example.org' } })],
  ['a block of code', doc({ type: 'codeBlock', content: [line('x')] })],
  ['raw HTML as a block', doc({ type: 'html', html: '<script>' })],
  ['an attribute more', doc({ ...paragraph(line('x')), attrs: { onclick: 'x' } })],
  ['a style on a mark', doc(paragraph(line('x', { type: 'bold', attrs: { style: 'x' } })))],
  ['another mark', doc(paragraph(line('x', { type: 'textStyle' })))],
  ['a heading as large as the title', doc({ type: 'heading', attrs: { level: 1 } })],
  ['a picture from elsewhere', doc({ type: 'picture', attrs: { src: 'https://example.org/x.png', alt: '' } })],
  ['a picture in a quote', doc({ type: 'blockquote', content: [{ type: 'picture', attrs: { file_id: 1, alt: '' } }] })],
  ['an empty text', doc(paragraph(line('')))],
  ['lists too deep', doc(nested(most.depth + 1))],
  ['a chain without end', doc(nested(3000))],
  ['too many blocks', doc(...Array.from({ length: most.blocks + 1 }, () => paragraph()))],
  ['too many characters in one', doc(paragraph(line('x'.repeat(most.characters + 1))))],
  [
    'too many characters in all',
    doc(...['a', 'b'].map((letter) => paragraph(line(letter.repeat(most.characters * 0.6))))),
  ],
  ...[
    'http://example.org',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' https://example.org',
    'https://example.org/ x',
    'https:example.org',
    'https://user:word@example.org',
    '//example.org',
    '/lofts/1',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b@c',
    `https://example.org/${'x'.repeat(most.address)}`,
    7,
    '',
  ].map((href): [string, unknown] => [`a link to ${String(href).slice(0, 40)}`, linked(href)]),
];

describe('a document', () => {
  it('with all node types and marks passes unchanged', () => {
    expect(newsDocument.parse(whole)).toEqual(whole);
    expect(newsDocument.parse(doc(nested(most.depth)))).toEqual(doc(nested(most.depth)));
    expect(picturesIn(whole as Document).map(({ attrs }) => attrs.file_id)).toEqual([7]);
  });

  it.each(wrong)('with %s is refused', (_what, document) => {
    expect(newsDocument.safeParse(document).success).toBe(false);
  });

  it('has a reason for a refused link, and a maximum length', () => {
    expect(Object.values(parseFields(newsDocument, linked('http://example.org')).errors!)).toEqual([
      [{ code: 'error_link' }],
    ]);
    const long = doc(...['a', 'b'].map((letter) => paragraph(line(letter.repeat(most.characters * 0.6)))));
    expect(parseFields(newsDocument, long).errors).toEqual({
      body: [{ code: 'label_max_characters', params: { max: most.characters } }],
    });
  });

  it('loses characters that no database stores', () => {
    expect(newsDocument.parse(doc(paragraph(line('a\0b\ud800'))))).toEqual(doc(paragraph(line('ab\ufffd'))));
  });
});
