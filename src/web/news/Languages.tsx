/**
 * The texts of an article, a tab for each language. The tabs are radio buttons, so they work with the keyboard and
 * without a script; languages with a text are marked.
 */
import { Fragment, useEffect, useState } from 'react';
import { localeFacts, locales } from '#domain/locales.ts';
import type { StoredNews } from '#domain/news/contract.ts';
import { type NewsLocale, textFor } from '#domain/news/news.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Field } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { BodyField } from './BodyField.tsx';
import styles from './languages.module.css';

export interface LanguagesProps {
  loft_id: number;
  texts: StoredNews['texts'];
  /** The pictures that the texts may show. */
  pictures: StoredNews['pictures'];
  /** The values of a refused form. */
  typed: Readonly<Record<string, string>> | undefined;
  /** The values of a concurrent save by somebody else. */
  theirs: StoredNews | null;
  errors: FieldErrors | undefined;
  /** The language of the writer. */
  locale: NewsLocale;
  onChange: () => void;
}

export function Languages({ loft_id, texts, pictures, typed, theirs, errors, locale, onChange }: LanguagesProps) {
  const { t } = useTranslation();
  const wrongIn = (one: NewsLocale) => Object.keys(errors ?? {}).some((field) => field.startsWith(`texts.${one}.`));
  const written = Object.keys(texts).map((code) => ({ locale: code as NewsLocale }));
  const firstWrong = locales.find(wrongIn);
  const [shown, setShown] = useState<NewsLocale>(firstWrong ?? textFor(written, locale)?.locale ?? locale);
  const [filled, setFilled] = useState<ReadonlySet<NewsLocale>>(
    () => new Set(locales.filter((one) => texts[one] || typed?.[`title-${one}`])),
  );
  useEffect(() => {
    if (firstWrong) setShown(firstWrong);
  }, [firstWrong]);
  const setTitle = (one: NewsLocale, title: string) =>
    setFilled((before) => {
      const next = new Set(before);
      if (title.trim() === '') next.delete(one);
      else next.add(one);
      return next;
    });
  const errorsOf = (one: NewsLocale, field: string) => {
    const all = Object.entries(errors ?? {}).filter(([path]) => `${path}.`.startsWith(`texts.${one}.${field}.`));
    return all.length ? all.flatMap(([, own]) => own) : undefined;
  };
  return (
    <div role="radiogroup" aria-label={t('identity.language')} className={styles.languages}>
      {locales.map((one) => {
        const { lang, dir, name } = localeFacts[one];
        const text = texts[one];
        const other = theirs?.texts[one];
        return (
          <Fragment key={one}>
            <input
              type="radio"
              name="shown"
              id={`shown-${one}`}
              value={one}
              checked={shown === one}
              onChange={() => setShown(one)}
              className="visually-hidden"
            />
            <label htmlFor={`shown-${one}`} className={styles.tab} data-wrong={wrongIn(one) || undefined}>
              <span lang={lang}>{name}</span>
              {filled.has(one) && (
                <>
                  <Icon name="check" size={16} />
                  <span className="visually-hidden">{t('news.filled')}</span>
                </>
              )}
            </label>
            <div className={styles.panel}>
              <Field
                label={`${t('news.headline')} (${name})`}
                name={`title-${one}`}
                defaultValue={typed?.[`title-${one}`] ?? text?.title ?? ''}
                errors={errorsOf(one, 'title')}
                maxLength={200}
                lang={lang}
                dir={dir}
                autoComplete="off"
                onInput={(event) => setTitle(one, event.currentTarget.value)}
              />
              <Area
                label={`${t('news.summary')} (${name})`}
                hint={t('news.summary_hint')}
                name={`lead-${one}`}
                rows={2}
                defaultValue={typed?.[`lead-${one}`] ?? text?.lead ?? ''}
                errors={errorsOf(one, 'lead')}
                maxLength={500}
                lang={lang}
                dir={dir}
              />
              <BodyField
                locale={one}
                before={text?.body ?? null}
                loft_id={loft_id}
                pictures={pictures}
                typed={typed?.[`body-${one}`]}
                open={shown === one}
                errors={errorsOf(one, 'body')}
                onChange={onChange}
              />
              {other && (
                <details className={styles.theirs} open>
                  <summary>{t('news.theirs')}</summary>
                  <div lang={lang} dir={dir}>
                    <p>
                      <b>{other.title}</b>
                    </p>
                    <p>{other.lead}</p>
                    <RichText document={other.body} pictures={theirs?.pictures ?? []} />
                  </div>
                </details>
              )}
            </div>
          </Fragment>
        );
      })}
    </div>
  );
}
