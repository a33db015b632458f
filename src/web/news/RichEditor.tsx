/** The editor of a text, loaded only where somebody writes. */
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { useRef, useState } from 'react';
import { inSize } from '#domain/files/file.ts';
import type { PictureShown } from '#domain/news/contract.ts';
import type { Document } from '#domain/news/document.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import rich from '#web/ui/rich-text.module.css';
import { Upload } from '#web/ui/Upload.tsx';
import styles from './editor.module.css';
import { isLink, Kit, picture } from './editor-kit.ts';

export interface RichEditorProps {
  /** The id of its label. */
  labelled: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  document: Document;
  loft_id: number;
  /** The pictures that the document may contain already. */
  pictures: readonly PictureShown[];
  onChange: (document: Document) => void;
}

export function RichEditor({ labelled, lang, dir, document, loft_id, pictures, onChange }: RichEditorProps) {
  const { media_url = '' } = usePage();
  const [uploading, setUploading] = useState(false);
  const files = useRef(new Map(pictures.map(({ id, src }) => [id, src])));
  const addressOf = (file_id: number) => {
    const src = files.current.get(file_id);
    return src && media_url + inSize(src, 'medium');
  };
  const editor = useEditor({
    extensions: [Kit, picture(addressOf)],
    content: document as object,
    // The page was rendered on the server without the editor.
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
      {editor && <Tools editor={editor} uploading={uploading} onPicture={() => setUploading(!uploading)} />}
      {editor && uploading && (
        <Upload
          loft_id={loft_id}
          as="image"
          onStored={({ id, src }) => {
            files.current.set(id, src);
            editor
              .chain()
              .focus()
              .insertContent({ type: 'picture', attrs: { file_id: id, alt: '' } })
              .run();
            setUploading(false);
          }}
        />
      )}
      <EditorContent editor={editor} />
    </div>
  );
}

function Tools({ editor, uploading, onPicture }: { editor: Editor; uploading: boolean; onPicture: () => void }) {
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
      alt: now.isActive('picture') ? String(now.getAttributes('picture').alt) : null,
    }),
  });
  const then = () => editor.chain().focus();
  const actions = {
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
      {(Object.keys(actions) as (keyof typeof actions)[]).map((intent) => (
        <button key={intent} type="button" className={panel.button} aria-pressed={is[intent]} onClick={actions[intent]}>
          {t(`news.${intent}`)}
        </button>
      ))}
      <button type="button" className={panel.button} aria-expanded={uploading} onClick={onPicture}>
        {t('news.picture')}
      </button>
      {is.alt !== null && (
        <span className={styles.link}>
          <input
            type="text"
            maxLength={300}
            aria-label={t('news.picture_words')}
            placeholder={t('news.picture_words')}
            value={is.alt}
            onChange={(event) => editor.commands.updateAttributes('picture', { alt: event.target.value })}
          />
        </span>
      )}
      {linking && <LinkField editor={editor} onDone={() => setLinking(false)} />}
    </div>
  );
}

/** The address of a link. Not a form of its own: it is part of the article's form. */
function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const whole = /^(https:|mailto:)/i.test(address) ? address : `https://${address}`;
  const set = () => {
    if (!isLink(whole) || address === '') return;
    const chain = editor.chain().focus();
    // Without a selection the address itself becomes the text of the link.
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
