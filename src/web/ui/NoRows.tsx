/** What stands where the rows of a list would. */
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Empty, type EmptyProps } from './Empty.tsx';
import panel from './panel.module.css';

/** Nothing fits what is looked for; leads back to all of it. @param own what the list's choices are called in the address */
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

/** That nothing fits, where something is looked for or chosen; else what is still to come. */
export function NoRows({ own = [], ...empty }: EmptyProps & { own?: readonly string[] }) {
  const [search] = useSearchParams();
  return ['q', ...own].some((name) => search.get(name)) ? <NothingFound own={own} /> : <Empty {...empty} />;
}
