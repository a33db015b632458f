/** Limits the depth of nested lists to that of the document: transactions beyond it are dropped. */
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';
import { most } from '#domain/news/document.ts';

const isList = ({ type }: Node) => type.name === 'bulletList' || type.name === 'orderedList';

/** The greatest nesting depth of lists. */
export function listDepth({ content }: Fragment): number {
  return Math.max(0, ...content.map((node) => listDepth(node.content) + (isList(node) ? 1 : 0)));
}

/** The same content with lists below `depth` lifted to that level. */
export function raised({ content }: Fragment, depth: number): Fragment {
  return Fragment.from(
    content.map((node) => {
      if (!isList(node)) return node.copy(raised(node.content, depth));
      return node.copy(depth > 1 ? raised(node.content, depth - 1) : Fragment.from(itemsIn(node)));
    }),
  );
}

/** The items of a list and of all lists in it, in order. */
function itemsIn(list: Node): Node[] {
  return list.children.flatMap((item) => {
    const own = item.children.filter((one) => !isList(one));
    return [item.copy(Fragment.from(own)), ...item.children.filter(isList).flatMap(itemsIn)];
  });
}

/** The number of lists around a position. */
function listsAround(place: ResolvedPos): number {
  return Array.from({ length: place.depth + 1 }, (_, depth) => place.node(depth)).filter(isList).length;
}

export const listDepthPlugin = () =>
  new Plugin({
    // A text that was deeper already can still be corrected.
    filterTransaction: (change, { doc }) =>
      !change.docChanged || listDepth(change.doc.content) <= Math.max(most.depth, listDepth(doc.content)),
    props: {
      // A pasted list continues the list at the cursor.
      transformPasted(slice, { state }) {
        const allowed = Math.max(1, most.depth + 1 - Math.max(1, listsAround(state.selection.$from)));
        return listDepth(slice.content) <= allowed ? slice : Slice.maxOpen(raised(slice.content, allowed));
      },
    },
  });

export const ListDepth = Extension.create({ name: 'listDepth', addProseMirrorPlugins: () => [listDepthPlugin()] });
