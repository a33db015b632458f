/**
 * The text of news as a document of a few node types. It has no HTML, and none is built from it by hand, so that only
 * these nodes can be shown. The node types are those of the editor, which reads and writes this format.
 */
import { z } from 'zod';

/** Maximum number of blocks and characters of a text. */
export const most = { blocks: 400, characters: 20_000, address: 2048, depth: 4 } as const;

const isLink = (address: string) =>
  address.length <= most.address &&
  /^(https:\/\/[\p{L}\p{N}.-]+(:\d{1,5})?([/?#]\S*)?|mailto:[^\s@<>]+@[\p{L}\p{N}.-]+)$/iu.test(address);

/** Text as the database stores it: without zeros and lone surrogates. */
export const cleanText = z.string().overwrite((typed) => typed.toWellFormed().replaceAll('\0', ''));

const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bold') }),
  z.strictObject({ type: z.literal('italic') }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.strictObject({
      href: z.string().check(({ value, issues }) => {
        if (!isLink(value)) issues.push({ code: 'custom', input: value, params: { code: 'error_link' } });
      }),
    }),
  }),
]);
export type Mark = z.output<typeof mark>;

const text = z.strictObject({
  type: z.literal('text'),
  text: cleanText.min(1).max(most.characters),
  marks: z.array(mark).max(3).optional(),
});
const inline = z.discriminatedUnion('type', [text, z.strictObject({ type: z.literal('hardBreak') })]);
export type Inline = z.output<typeof inline>;

const line = z.array(inline).max(1000).optional();
const paragraph = z.strictObject({ type: z.literal('paragraph'), content: line });

/** Nested lists, to a limited depth: an endless chain would crash the parser. */
function lists(depth: number): z.ZodObject<{ type: z.ZodLiteral<List['type']>; content: z.ZodType }>[] {
  const deeper = depth > 1 ? lists(depth - 1) : [];
  const item = z.strictObject({
    type: z.literal('listItem'),
    content: z
      .array(z.discriminatedUnion('type', [paragraph, ...deeper]))
      .min(1)
      .max(most.blocks),
  });
  const items = z.array(item).min(1).max(most.blocks);
  return [
    z.strictObject({ type: z.literal('bulletList'), content: items }),
    z.strictObject({ type: z.literal('orderedList'), content: items }),
  ];
}

const block = z.discriminatedUnion('type', [
  paragraph,
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: line,
  }),
  z.strictObject({ type: z.literal('blockquote'), content: z.array(paragraph).min(1).max(most.blocks) }),
  z.strictObject({
    type: z.literal('picture'),
    attrs: z.strictObject({ file_id: z.int().min(1), alt: cleanText.max(300) }),
  }),
  ...lists(most.depth),
]);

/** A document for storing; one beyond {@link most} or with other nodes is refused. */
export const newsDocument = z
  .strictObject({ type: z.literal('doc'), content: z.array(block).max(most.blocks) })
  .check(({ value, issues }) => {
    if (characterCount(value as Document) > most.characters)
      issues.push({
        code: 'custom',
        input: value,
        params: { code: 'label_max_characters', params: { max: most.characters } },
      });
  }) as unknown as z.ZodType<Document, Document>;

export interface Paragraph {
  type: 'paragraph';
  content?: readonly Inline[] | undefined;
}
export interface Heading {
  type: 'heading';
  attrs: { level: 2 | 3 };
  content?: readonly Inline[] | undefined;
}
export interface Quote {
  type: 'blockquote';
  content: readonly Paragraph[];
}
export interface List {
  type: 'bulletList' | 'orderedList';
  content: readonly { type: 'listItem'; content: readonly (Paragraph | List)[] }[];
}
export interface Picture {
  type: 'picture';
  attrs: { file_id: number; alt: string };
}
export type Block = Paragraph | Heading | Quote | List | Picture;
export interface Document {
  type: 'doc';
  content: readonly Block[];
}

function characterCount({ content }: Document): number {
  const inLine = (own: readonly Inline[] = []) =>
    own.reduce((sum, one) => sum + (one.type === 'text' ? one.text.length : 1), 0);
  const inBlock = (one: Block): number => {
    switch (one.type) {
      case 'paragraph':
      case 'heading':
        return inLine(one.content);
      case 'picture':
        return one.attrs.alt.length;
      case 'blockquote':
        return one.content.reduce((sum, own) => sum + inLine(own.content), 0);
      default:
        return one.content.reduce((sum, item) => sum + item.content.reduce((all, own) => all + inBlock(own), 0), 0);
    }
  };
  return content.reduce((sum, one) => sum + inBlock(one), 0);
}

/** A document in a reply: it was checked when it was stored. */
export const storedDocument = z.looseObject({
  type: z.literal('doc'),
  content: z.array(z.looseObject({ type: z.string() })),
}) as unknown as z.ZodType<Document, Document>;

/** The pictures in a document, in their order. */
export function picturesIn({ content }: Document): Picture[] {
  return content.filter((one) => one.type === 'picture');
}
