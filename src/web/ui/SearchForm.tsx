/** The search field of a list. It is a plain form; with a script the list is updated during typing. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import styles from './search.module.css';

const pause_ms = 250;

export interface SearchFormProps {
  /** The label of the field. */
  hint: string;
  /** More fields of the same form, and their query parameters. */
  children?: ReactNode;
  own?: readonly string[];
}

export function SearchForm({ hint, children, own = [] }: SearchFormProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const wanted = search.get('q') ?? '';
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change without the field: by navigating back, or by a link that shows all.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = wanted;
  }, [wanted]);
  const later = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (form.current) void submit(form.current, { replace: true, preventScrollReset: true });
    }, pause_ms);
  };
  return (
    <Form ref={form} method="get" role="search" className={styles.form} preventScrollReset onChange={later}>
      {/* The other query parameters stay; the list restarts at its first page. */}
      {[...search].map(([name, value]) =>
        name === 'q' || name === 'page' || own.includes(name) ? null : (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      <label className={styles.field}>
        <Icon name="search" size={20} />
        <span className="visually-hidden">{t('search.label')}</span>
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={wanted}
          placeholder={hint}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
        />
      </label>
      {children}
      <noscript>
        <button type="submit" className={styles.go}>
          {t('search.go')}
        </button>
      </noscript>
    </Form>
  );
}
