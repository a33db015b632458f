/** One kind of favorites as a table in its panel; nothing where this page has none. */
import type { ReactNode } from 'react';
import type { FavoriteKind } from '#domain/favorites/favorite.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';

export interface StarredProps {
  kind: Exclude<FavoriteKind, 'lofts'>;
  /** The number on all pages; `shown`: on this one. */
  count: number;
  shown: number;
  /** The columns before the figure; `spare` ones are hidden on a phone. */
  heads: readonly { word: string; spare?: boolean }[];
  figure: string;
  /** The way to all of them at once. */
  link?: ReactNode;
  children: ReactNode;
}

export function Starred({ kind, count, shown, heads, figure, link, children }: StarredProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!shown) return null;
  return (
    <section className={panel.panel} aria-labelledby={kind}>
      <div className={panel.head}>
        <h2 id={kind}>{t(`loft.${kind}`)}</h2>
        <small>
          <bdi className="num">{formatNumber(locale, count)}</bdi>
        </small>
        {link}
      </div>
      <Table caption={t(`loft.${kind}`)}>
        <thead>
          <tr>
            {heads.map(({ word, spare }) => (
              <th key={word} scope="col" className={spare ? table.spare : undefined}>
                {word}
              </th>
            ))}
            <th scope="col" className={table.figure}>
              {figure}
            </th>
            <th>
              <span className="visually-hidden">{t('nav.favorites')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </section>
  );
}
