/** The empty state of a list. */
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Empty, type EmptyProps } from './Empty.tsx';
import panel from './panel.module.css';

/** No row matches; links to the whole list. @param own the query parameters of the list */
export function NothingFound({ own = [] }: { own?: readonly string[] }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const q = (search.get('q') ?? '').trim();
  const all = new URLSearchParams(search);
  for (const name of ['q', 'page', ...own]) all.delete(name);
  return (
    <Empty title={t('search.none')} text={q === '' ? t('search.none_choice') : t('search.none_text', { q })}>
      <Link className={panel.button} to={`?${all}`} preventScrollReset>
        {t('search.clear')}
      </Link>
    </Empty>
  );
}

/** No match, where there is a search or filter; else the given empty state. */
export function NoRows({ own = [], ...empty }: EmptyProps & { own?: readonly string[] }) {
  const [search] = useSearchParams();
  return ['q', ...own].some((name) => search.get(name)) ? <NothingFound own={own} /> : <Empty {...empty} />;
}
