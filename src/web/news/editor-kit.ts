/**
 * What the editor knows. What it gives is exactly the document of domain/news/document.ts: its nodes and marks have the
 * same names and no other attributes, it knows no more of them, and its lists go no deeper.
 */
import { Node } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { ListDepth } from './list-depth.ts';

/** What differs from the kit's own ways, by the names of its parts. */
const ownWays: Record<string, object> = {
  // A picture stands between the blocks of the text, not within them.
  doc: { content: '(block | picture)+' },
  blockquote: { content: 'paragraph+' },
  listItem: { content: 'paragraph (bulletList | orderedList)*' },
  orderedList: { addAttributes: () => ({}) },
  link: { addAttributes: () => ({ href: { default: null } }) },
};

export const Kit = StarterKit.extend({
  addExtensions() {
    const own = (this.parent?.() ?? []).map((one) => (one.name in ownWays ? one.extend(ownWays[one.name]) : one));
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

/** A picture as the document names it; where its file is, `addressOf` says. */
export const picture = (addressOf: (file_id: number) => string | undefined) =>
  Node.create({
    name: 'picture',
    atom: true,
    draggable: true,
    addAttributes: () => ({ file_id: { default: null }, alt: { default: '' } }),
    // Nothing that is pasted becomes one.
    parseHTML: () => [],
    renderHTML: ({ node }) => [
      'figure',
      ['img', { src: addressOf(Number(node.attrs.file_id)) ?? '', alt: String(node.attrs.alt) }],
    ],
  });

export const isLink = (address: string) => /^(https:\/\/|mailto:)\S+$/i.test(address);
