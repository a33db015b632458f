/** A document of news as React elements. It contains no HTML, so only the elements written here can appear. */
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react';
import type { PictureShown } from '#domain/news/contract.ts';
import type { Block, Document, Inline, List, Mark } from '#domain/news/document.ts';
import { Picture } from './Picture.tsx';
import styles from './rich-text.module.css';

export interface RichTextProps {
  document: Document;
  pictures: readonly PictureShown[];
  /** How a picture is rendered outside of our pages. */
  Image?: ComponentType<ImageProps>;
}

export interface ImageProps {
  file: PictureShown;
  alt: string;
}

/** The pictures of a document and how they are rendered. */
interface Showing {
  files: ReadonlyMap<number, PictureShown>;
  Image: ComponentType<ImageProps>;
}

export function RichText({ document, pictures, Image = OwnImage }: RichTextProps) {
  const files = new Map(pictures.map((one) => [one.id, one]));
  return <div className={styles.text}>{blocks(document.content, { files, Image })}</div>;
}

const OwnImage = ({ file, alt }: ImageProps) => (
  <Picture file={file} alt={alt} sizes="(max-width: 760px) 100vw, 780px" />
);

/** A document does not change while it is shown: its parts have their index as key. */
const inOrder = (parts: readonly ReactNode[]) => createElement(Fragment, null, ...parts);

const blocks = (content: readonly Block[], showing: Showing) =>
  inOrder(content.map((block) => blockOf(block, showing)));

function blockOf(block: Block, showing: Showing): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{line(block.content)}</p>;
    case 'heading':
      return block.attrs.level === 2 ? <h2>{line(block.content)}</h2> : <h3>{line(block.content)}</h3>;
    case 'blockquote':
      return <blockquote>{blocks(block.content, showing)}</blockquote>;
    case 'picture': {
      const { files, Image } = showing;
      const { file_id, alt } = block.attrs;
      const file = files.get(file_id);
      return (
        file && (
          <figure>
            <Image file={file} alt={alt} />
            {alt && <figcaption aria-hidden="true">{alt}</figcaption>}
          </figure>
        )
      );
    }
    default:
      return listOf(block, showing);
  }
}

function listOf({ type, content }: List, showing: Showing) {
  const Items = type === 'bulletList' ? 'ul' : 'ol';
  return <Items>{inOrder(content.map((item) => itemOf(item, showing)))}</Items>;
}

const itemOf = ({ content }: List['content'][number], showing: Showing) => <li>{blocks(content, showing)}</li>;

const line = (content: readonly Inline[] = []) => inOrder(content.map(inlineOf));

const inlineOf = (one: Inline) =>
  one.type === 'hardBreak' ? <br /> : (one.marks ?? []).reduce(marked, one.text as ReactNode);

function marked(inside: ReactNode, mark: Mark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{inside}</strong>;
    case 'italic':
      return <em>{inside}</em>;
    case 'link':
      return (
        <a href={mark.attrs.href} rel="noopener noreferrer ugc">
          {inside}
        </a>
      );
  }
}
