/** A document as plain text and back, for browsers without the editor and for places that show text only. */
import type { Block, Document, Inline, List, Paragraph, Picture } from './document.ts';

/** The text of a document: a blank line between its blocks, a dash before an item, a picture as `[#12: words]`. */
export function textOf({ content }: Document): string {
  return content.map(textOfBlock).join('\n\n');
}

const textOfLine = (content: readonly Inline[] = []) =>
  content.map((one) => (one.type === 'text' ? one.text : '\n')).join('');

function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return textOfLine(block.content);
    case 'blockquote':
      return block.content.map(textOfBlock).join('\n');
    case 'picture':
      return pictureText(block);
    default:
      return textOfList(block, '');
  }
}

function textOfList({ content }: List, indent: string): string {
  const lines = content.flatMap((item) =>
    item.content.map((one, n) =>
      one.type === 'paragraph'
        ? `${indent}${n ? '  ' : '- '}${textOfLine(one.content)}`
        : textOfList(one, `${indent}  `),
    ),
  );
  return lines.join('\n');
}

const pictureText = ({ attrs: { file_id, alt } }: Picture) => `[#${file_id}${alt && `: ${alt}`}]`;

/**
 * A document from text that was typed without the editor: blank lines separate paragraphs. A paragraph with the same
 * text as a block of the former document stays that block, so headings, lists and pictures survive a change beside
 * them.
 */
export function documentOf(typed: string, before: Document | null): Document {
  const known = new Map((before?.content ?? []).map((block) => [plain(textOfBlock(block)), block]));
  const parts = typed.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n\s*/);
  const content = parts
    .map(plain)
    .filter((part) => part !== '')
    .map((part): Block => known.get(part) ?? paragraphOf(part));
  return { type: 'doc', content };
}

const plain = (text: string) => text.replace(/[ \t]+$/gm, '').trim();

function paragraphOf(part: string): Paragraph {
  const content = part
    .split('\n')
    .flatMap((line, n): Inline[] => [
      ...(n ? [{ type: 'hardBreak' as const }] : []),
      ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
    ]);
  return { type: 'paragraph', content };
}

/** Whether a document has no content. */
export function isBlank(document: Document): boolean {
  return textOf(document).trim() === '';
}
