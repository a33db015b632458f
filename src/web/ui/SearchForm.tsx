/**
 * The search field of a list. It is a plain form; with a script the list is updated during typing. Several filters stand
 * behind one control on a phone.
 */
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
  const set = own.filter((name) => search.get(name)).length;
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
      {own.length > 1 ? (
        <details className={styles.filters} open={set > 0}>
          <summary>
            <Icon name="down" size={20} />
            {t('search.filters')}
          </summary>
          <div>{children}</div>
        </details>
      ) : (
        children
      )}
      <noscript>
        <button type="submit" className={styles.go}>
          {t('search.go')}
        </button>
      </noscript>
    </Form>
  );
}
