/** The paging of a long list: the range of rows, the other pages, and the page size (9.4). All are links. */
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './paging.module.css';

export interface PageOfList {
  page: number;
  page_count: number;
  per_page: number;
  /** The page sizes to choose from; none where the page has its own. */
  sizes?: readonly number[];
  total: number;
}

export function Paging({ page, page_count, per_page, sizes = [], total }: PageOfList) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const to = (change: Record<string, number>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) next.set(name, String(value));
    return `?${next}`;
  };
  const from = (page - 1) * per_page + 1;
  return (
    <nav className={styles.paging} aria-label={t('paging.label')}>
      <p>{t('paging.rows', { from, to: Math.min(page * per_page, total), total })}</p>
      {page_count > 1 && (
        <ul className={styles.pages}>
          {page > 1 && (
            <li>
              <Link rel="prev" to={to({ page: page - 1 })} preventScrollReset>
                {t('paging.previous')}
              </Link>
            </li>
          )}
          {around(page, page_count).map((one, index, all) => (
            <li key={one}>
              {index > 0 && one - all[index - 1]! > 1 && <span className={styles.more}>…</span>}
              <Link
                to={to({ page: one })}
                preventScrollReset
                aria-current={one === page ? 'page' : undefined}
                aria-label={t('paging.page', { page: one })}
              >
                <span className="num">{one}</span>
              </Link>
            </li>
          ))}
          {page < page_count && (
            <li>
              <Link rel="next" to={to({ page: page + 1 })} preventScrollReset>
                {t('paging.next')}
              </Link>
            </li>
          )}
        </ul>
      )}
      {sizes.length > 0 && (
        <div className={styles.sizes}>
          <span id="per-page">{t('paging.per_page')}</span>
          <ul aria-labelledby="per-page">
            {sizes.map((size) => (
              <li key={size}>
                <Link
                  to={to({ page: Math.floor((from - 1) / size) + 1, per_page: size })}
                  preventScrollReset
                  aria-current={size === per_page ? 'true' : undefined}
                >
                  <span className="num">{size}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </nav>
  );
}

/** The first page, the last, and those beside the current one. */
function around(page: number, page_count: number): number[] {
  const wanted = [1, page - 1, page, page + 1, page_count];
  return [...new Set(wanted)].filter((one) => one >= 1 && one <= page_count).sort((a, b) => a - b);
}
