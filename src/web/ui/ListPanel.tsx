/** A long list in a panel: its title and count, a search field, its rows, paging. */
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { DownloadLinks } from './DownloadLinks.tsx';
import { NoRows } from './NoRows.tsx';
import { type PageOfList, Paging } from './Paging.tsx';
import panel from './panel.module.css';
import { SearchForm } from './SearchForm.tsx';

export interface ListPanelProps {
  title: string;
  /** The count in words. */
  found: string;
  /** The label of the search field. */
  hint: string;
  list: PageOfList;
  empty: { title: string; text: string };
  /** The search text. */
  wanted: string;
  /** The path of the whole list as a file, without its extension. */
  file: string;
  children: ReactNode;
}

export function ListPanel({ title, found, hint, list, empty, wanted, file, children }: ListPanelProps) {
  const [search] = useSearchParams();
  const chosen = new URLSearchParams(search);
  chosen.delete('page');
  chosen.delete('per_page');
  return (
    <div className={`wrap ${panel.body}`}>
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{title}</h2>
          <small role="status">{found}</small>
          {list.total > 0 && <DownloadLinks path={file} query={`${chosen}`} />}
        </div>
        {(list.total > 0 || wanted !== '') && <SearchForm hint={hint} />}
        {list.total > 0 ? (
          <>
            {children}
            <Paging {...list} />
          </>
        ) : (
          <NoRows {...empty} />
        )}
      </section>
    </div>
  );
}
