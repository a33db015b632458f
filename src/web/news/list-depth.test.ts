import { Fragment, type Node } from '@tiptap/pm/model';
import { sinkListItem } from '@tiptap/pm/schema-list';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { getSchema } from '@tiptap/react';
import { describe, expect, test } from 'vitest';
import { most, newsDocument } from '#domain/news/document.ts';
import { Kit, picture } from './editor-kit.ts';
import { listDepth, listDepthPlugin, raised } from './list-depth.ts';

const schema = getSchema([Kit, picture(() => undefined)]);

interface Item {
  type: 'listItem';
  content: object[];
}
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const item = (text: string, ...under: object[]): Item => ({ type: 'listItem', content: [paragraph(text), ...under] });
const list = (...items: Item[]) => ({ type: 'bulletList', content: items });
/** Nested lists, each of two items, the last of which contains the next list. */
const nested = (depth: number): object =>
  list(item(`a${depth}`), item(`b${depth}`, ...(depth > 1 ? [nested(depth - 1)] : [])));
const documentOf = (...content: object[]): Node => schema.nodeFromJSON({ type: 'doc', content });
const depthOf = (doc: Node) => listDepth(doc.content);

/** The document after the item with a text was indented by one level. */
function sunk(doc: Node, text: string): Node {
  let at = 0;
  doc.descendants((node, place) => {
    if (node.text === text) at = place;
  });
  let state = EditorState.create({ doc, plugins: [listDepthPlugin()], selection: TextSelection.create(doc, at) });
  sinkListItem(schema.nodes.listItem!)(state, (change) => {
    state = state.applyTransaction(change).state;
  });
  return state.doc;
}

describe('lists in the editor of news', () => {
  test('go as deep as the document allows', () => {
    const doc = documentOf(nested(most.depth - 1));
    expect(depthOf(sunk(doc, 'b1'))).toBe(most.depth);
    expect(newsDocument.safeParse(sunk(doc, 'b1').toJSON()).success).toBe(true);
  });

  test('are not indented beyond that: the item stays where it is', () => {
    const doc = documentOf(nested(most.depth));
    expect(sunk(doc, 'b1').eq(doc)).toBe(true);
    // Control: without the rule the deeper list would be refused on saving.
    const deeper = documentOf(nested(most.depth + 1)).toJSON();
    expect(newsDocument.safeParse(deeper).success).toBe(false);
  });

  test('that were deeper can be corrected, step by step', () => {
    const doc = documentOf(nested(most.depth + 2));
    const state = EditorState.create({ doc, plugins: [listDepthPlugin()] });
    const { transactions } = state.applyTransaction(
      state.tr.replaceWith(0, doc.content.size, Fragment.from(documentOf(nested(most.depth + 1)).content)),
    );
    expect(transactions).toHaveLength(1);
  });

  test('that are pasted too deep are lifted to the deepest allowed level, without loss', () => {
    const deep = documentOf(nested(most.depth + 3));
    const up = raised(deep.content, most.depth);
    expect(listDepth(up)).toBe(most.depth);
    const texts = (content: Fragment) => content.textBetween(0, content.size, ' ');
    expect(texts(up)).toBe(texts(deep.content));
    expect(newsDocument.safeParse({ type: 'doc', content: up.toJSON() }).success).toBe(true);
  });
});
