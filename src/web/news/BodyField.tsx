/** The text in one language: a plain field, replaced by the editor once that is loaded. */
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { localeFacts } from '#domain/locales.ts';
import type { PictureShown } from '#domain/news/contract.ts';
import type { Document } from '#domain/news/document.ts';
import type { NewsLocale } from '#domain/news/news.ts';
import { documentOf, textOf } from '#domain/news/plain.ts';
import type { FieldError } from '#domain/refusal.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import type { RichEditorProps } from './RichEditor.tsx';

export interface BodyFieldProps {
  locale: NewsLocale;
  before: Document | null;
  loft_id: number;
  pictures: readonly PictureShown[];
  /** The value of a refused form. */
  typed: string | undefined;
  /** Whether its tab is shown; the editor, a large script, is loaded only then. */
  open: boolean;
  errors: readonly FieldError[] | undefined;
  onChange: () => void;
}

export function BodyField({ locale, before, loft_id, pictures, typed, open, errors, onChange }: BodyFieldProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [Editor, setEditor] = useState<ComponentType<RichEditorProps> | null>(null);
  const [document, setDocument] = useState<Document | null>(null);
  const { lang, dir, name } = localeFacts[locale];
  useEffect(() => {
    if (!open || Editor) return;
    let gone = false;
    // If the editor fails to load, the plain field stays.
    import('./RichEditor.tsx').then(
      ({ RichEditor }) => {
        if (gone) return;
        setDocument(documentOf(area.current?.value ?? '', before));
        setEditor(() => RichEditor);
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [open, Editor, before]);
  const label = `${t('news.body')} (${name})`;
  return (
    <div className={form.field}>
      {Editor && document ? (
        <>
          <span id={id} className={form.label}>
            {label}
          </span>
          <Editor
            labelled={id}
            lang={lang}
            dir={dir}
            document={document}
            loft_id={loft_id}
            pictures={pictures}
            onChange={(changed) => {
              setDocument(changed);
              onChange();
            }}
          />
          <input type="hidden" name={`doc-${locale}`} value={JSON.stringify(document)} />
        </>
      ) : (
        <>
          <label htmlFor={id}>{label}</label>
          <textarea
            ref={area}
            id={id}
            name={`body-${locale}`}
            rows={10}
            lang={lang}
            dir={dir}
            defaultValue={typed ?? (before ? textOf(before) : '')}
            aria-invalid={errors ? true : undefined}
            aria-describedby={`${id}-hint`}
          />
          <p id={`${id}-hint`} className={form.hint}>
            {t('news.body_hint')}
          </p>
        </>
      )}
      {errors && (
        <p className={form.wrong} role="alert">
          <Icon name="alert" size={18} />
          <span>{errors.map(sentence).join(' ')}</span>
        </p>
      )}
    </div>
  );
}
