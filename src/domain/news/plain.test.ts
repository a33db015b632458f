import { describe, expect, it } from 'vitest';
import type { Block, Document, Paragraph } from './document.ts';
import { documentOf, isBlank, textOf } from './plain.ts';

const paragraph = (text: string): Paragraph => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const bold: Paragraph = {
  type: 'paragraph',
  content: [{ type: 'text', text: 'Bring rings', marks: [{ type: 'bold' }] }],
};
const heading: Block = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Friday' }] };
const picture: Block = { type: 'picture', attrs: { file_id: 12, alt: 'The loft' } };
const list: Block = {
  type: 'bulletList',
  content: [
    { type: 'listItem', content: [paragraph('one')] },
    {
      type: 'listItem',
      content: [
        paragraph('two'),
        { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('deep')] }] },
      ],
    },
  ],
};
const doc = (...content: Block[]): Document => ({ type: 'doc', content });

describe('plain text', () => {
  it('has all text of a document', () => {
    expect(textOf(doc(heading, bold, list, picture))).toBe(
      'Friday\n\nBring rings\n\n- one\n- two\n  - deep\n\n[#12: The loft]',
    );
  });

  it('becomes paragraphs at blank lines, and line breaks at others', () => {
    expect(documentOf('One\r\nline\r\n\r\n \n\nTwo  \n', null)).toEqual(
      doc(
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'One' }, { type: 'hardBreak' }, { type: 'text', text: 'line' }],
        },
        paragraph('Two'),
      ),
    );
  });

  it('typed without the editor keeps all unchanged blocks', () => {
    const before = doc(heading, bold, list, picture);
    expect(documentOf(textOf(before), before)).toEqual(before);
    const typed = textOf(before).replace('Bring rings', 'Bring chips');
    expect(documentOf(typed, before)).toEqual(doc(heading, paragraph('Bring chips'), list, picture));
  });

  it('of an empty document is empty', () => {
    expect([doc(), doc({ type: 'paragraph' }), documentOf(' \n\n ', null)].map(isBlank)).toEqual([true, true, true]);
    expect(isBlank(doc(picture))).toBe(false);
  });
});
