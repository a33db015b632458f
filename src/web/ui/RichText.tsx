/** A document of news as elements. Nothing in it is HTML, so nothing of it can become any that is not written here. */
import { Children, type ReactNode } from 'react';
import type { PictureShown } from '#domain/news/contract.ts';
import type { Block, Document, Inline, List, Mark } from '#domain/news/document.ts';
import styles from './rich-text.module.css';

export interface RichTextProps {
  document: Document;
  pictures: readonly PictureShown[];
}

type Files = ReadonlyMap<number, PictureShown>;

export function RichText({ document, pictures }: RichTextProps) {
  const files = new Map(pictures.map((one) => [one.id, one]));
  return <div className={styles.text}>{blocks(document.content, files)}</div>;
}

const blocks = (content: readonly Block[], files: Files) =>
  Children.toArray(content.map((block) => blockOf(block, files)));

function blockOf(block: Block, files: Files): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{line(block.content)}</p>;
    case 'heading':
      return block.attrs.level === 2 ? <h2>{line(block.content)}</h2> : <h3>{line(block.content)}</h3>;
    case 'blockquote':
      return <blockquote>{blocks(block.content, files)}</blockquote>;
    case 'picture': {
      const file = files.get(block.attrs.file_id);
      return file ? <Picture file={file} alt={block.attrs.alt} /> : null;
    }
    default:
      return listOf(block, files);
  }
}

function listOf({ type, content }: List, files: Files) {
  const Items = type === 'bulletList' ? 'ul' : 'ol';
  return <Items>{Children.toArray(content.map((item) => itemOf(item, files)))}</Items>;
}

const itemOf = ({ content }: List['content'][number], files: Files) => <li>{blocks(content, files)}</li>;

function Picture({ file: { src, width, height }, alt }: { file: PictureShown; alt: string }) {
  return (
    <figure>
      <img src={src} alt={alt} width={width ?? undefined} height={height ?? undefined} loading="lazy" />
      {alt && <figcaption aria-hidden="true">{alt}</figcaption>}
    </figure>
  );
}

const line = (content: readonly Inline[] = []) => Children.toArray(content.map(inlineOf));

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
