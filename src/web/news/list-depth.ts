/** Lists within lists, no deeper than the document allows: what would lead further down does not happen. */
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';
import { most } from '#domain/news/document.ts';

const isList = ({ type }: Node) => type.name === 'bulletList' || type.name === 'orderedList';

/** How many lists lie in one another where they do so most. */
export function listDepth({ content }: Fragment): number {
  return Math.max(0, ...content.map((node) => listDepth(node.content) + (isList(node) ? 1 : 0)));
}

/** The same with what lies deeper than so many lists brought up to the last of them. */
export function raised({ content }: Fragment, depth: number): Fragment {
  return Fragment.from(
    content.map((node) => {
      if (!isList(node)) return node.copy(raised(node.content, depth));
      return node.copy(depth > 1 ? raised(node.content, depth - 1) : Fragment.from(itemsIn(node)));
    }),
  );
}

/** The items of a list and of all lists in it, one after the other. */
function itemsIn(list: Node): Node[] {
  return list.children.flatMap((item) => {
    const own = item.children.filter((one) => !isList(one));
    return [item.copy(Fragment.from(own)), ...item.children.filter(isList).flatMap(itemsIn)];
  });
}

/** In how many lists a place lies. */
function listsAround(place: ResolvedPos): number {
  return Array.from({ length: place.depth + 1 }, (_, depth) => place.node(depth)).filter(isList).length;
}

export const listDepthPlugin = () =>
  new Plugin({
    // A text that was deeper before can still be mended.
    filterTransaction: (change, { doc }) =>
      !change.docChanged || listDepth(change.doc.content) <= Math.max(most.depth, listDepth(doc.content)),
    props: {
      // The list that is pasted goes on with the one it is pasted into.
      transformPasted(slice, { state }) {
        const room = Math.max(1, most.depth + 1 - Math.max(1, listsAround(state.selection.$from)));
        return listDepth(slice.content) <= room ? slice : Slice.maxOpen(raised(slice.content, room));
      },
    },
  });

export const ListDepth = Extension.create({ name: 'listDepth', addProseMirrorPlugins: () => [listDepthPlugin()] });
