/**
 * The schema of the editor. It produces exactly the document of domain/news/document.ts: the same node and mark names,
 * no other attributes or nodes, and lists no deeper.
 */
import { Node } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { ListDepth } from './list-depth.ts';

/** Overrides of the starter kit, by the names of its extensions. */
const overrides: Record<string, object> = {
  // A picture stands between the blocks of the text, not within them.
  doc: { content: '(block | picture)+' },
  blockquote: { content: 'paragraph+' },
  listItem: { content: 'paragraph (bulletList | orderedList)*' },
  orderedList: { addAttributes: () => ({}) },
  link: { addAttributes: () => ({ href: { default: null } }) },
};

export const Kit = StarterKit.extend({
  addExtensions() {
    const own = (this.parent?.() ?? []).map((one) => (one.name in overrides ? one.extend(overrides[one.name]) : one));
    return [...own, ListDepth];
  },
}).configure({
  heading: { levels: [2, 3] },
  link: {
    openOnClick: false,
    isAllowedUri: (address) => isLink(address ?? ''),
  },
  code: false,
  codeBlock: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  trailingNode: false,
});

/** A picture node of the document; `addressOf` maps its file id to an address. */
export const picture = (addressOf: (file_id: number) => string | undefined) =>
  Node.create({
    name: 'picture',
    atom: true,
    draggable: true,
    addAttributes: () => ({ file_id: { default: null }, alt: { default: '' } }),
    // Pasted pictures are dropped.
    parseHTML: () => [],
    renderHTML: ({ node }) => [
      'figure',
      ['img', { src: addressOf(Number(node.attrs.file_id)) ?? '', alt: String(node.attrs.alt) }],
    ],
  });

export const isLink = (address: string) => /^(https:\/\/|mailto:)\S+$/i.test(address);
