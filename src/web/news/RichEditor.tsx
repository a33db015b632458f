/**
 * The editor of a text. What it gives is exactly the document of domain/news/document.ts: its nodes and marks have the
 * same names and no other attributes, and it knows no more of them. It is loaded only where somebody writes.
 */
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#domain/news/document.ts';
import panel from '#web/ui/panel.module.css';
import rich from '#web/ui/rich-text.module.css';
import styles from './editor.module.css';

/** What differs from the kit's own ways, by the names of its parts. */
const ownWays: Record<string, object> = {
  blockquote: { content: 'paragraph+' },
  listItem: { content: 'paragraph (bulletList | orderedList)*' },
  orderedList: { addAttributes: () => ({}) },
  link: { addAttributes: () => ({ href: { default: null } }) },
};

const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((one) => (one.name in ownWays ? one.extend(ownWays[one.name]) : one));
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

const isLink = (address: string) => /^(https:\/\/|mailto:)\S+$/i.test(address);

export interface RichEditorProps {
  /** The id of its label. */
  labelled: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  document: Document;
  onChange: (document: Document) => void;
}

export function RichEditor({ labelled, lang, dir, document, onChange }: RichEditorProps) {
  const editor = useEditor({
    extensions: [Kit],
    content: document as object,
    // The page came without it.
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      attributes: {
        'aria-labelledby': labelled,
        'aria-multiline': 'true',
        role: 'textbox',
        lang,
        dir,
        class: `${rich.text} ${styles.text}`,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.getJSON() as Document),
  });
  return (
    <div className={styles.editor}>
      {editor && <Tools editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  );
}

function Tools({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const [linking, setLinking] = useState(false);
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading: now.isActive('heading', { level: 2 }),
      subheading: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
    }),
  });
  const then = () => editor.chain().focus();
  const deeds = {
    bold: () => then().toggleBold().run(),
    italic: () => then().toggleItalic().run(),
    heading: () => then().toggleHeading({ level: 2 }).run(),
    subheading: () => then().toggleHeading({ level: 3 }).run(),
    bullets: () => then().toggleBulletList().run(),
    numbers: () => then().toggleOrderedList().run(),
    quote: () => then().toggleBlockquote().run(),
    link: () => (is.link ? then().extendMarkRange('link').unsetLink().run() : setLinking(true)),
  };
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('news.tools')}>
      {(Object.keys(deeds) as (keyof typeof deeds)[]).map((deed) => (
        <button key={deed} type="button" className={panel.button} aria-pressed={is[deed]} onClick={deeds[deed]}>
          {t(`news.${deed}`)}
        </button>
      ))}
      {linking && <LinkField editor={editor} onDone={() => setLinking(false)} />}
    </div>
  );
}

/** Where the chosen words lead. It is no form of its own: it stands in one. */
function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const whole = /^(https:|mailto:)/i.test(address) ? address : `https://${address}`;
  const set = () => {
    if (!isLink(whole) || address === '') return;
    const chain = editor.chain().focus();
    // With nothing chosen the address itself is what is read.
    if (editor.state.selection.empty)
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: whole } }] }).run();
    else chain.setLink({ href: whole }).run();
    onDone();
  };
  return (
    <span className={styles.link}>
      <input
        type="text"
        inputMode="url"
        dir="ltr"
        // biome-ignore lint/a11y/noAutofocus: it is opened to be typed into
        autoFocus
        aria-label={t('news.link_address')}
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          set();
        }}
      />
      <button type="button" className={panel.button} onClick={set}>
        {t('news.link')}
      </button>
    </span>
  );
}
