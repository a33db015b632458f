/** A list of which a reader sees a page at a time (9.4): searched where something is looked for, counted, cut. */

export interface Part {
  limit: number;
  offset: number;
}

export interface Listing<Row> {
  count: () => Promise<number> | number;
  /** The rows in order: all, or a part of them. */
  some: (part?: Part) => Promise<Row[]> | Row[];
  /** Which rows are found by what is looked for. */
  finder: (wanted: string) => (row: Row) => boolean;
}

export interface PageOfRows<Row> {
  total: number;
  page: number;
  page_count: number;
  rows: Row[];
}

/** The rows of a page, counted. What is looked for is found among all; without that the database counts and cuts. */
export async function pageOf<Row>(
  { q, page: asked, per_page }: { q: string; page: number; per_page: number | 'all' },
  { count, some, finder }: Listing<Row>,
): Promise<PageOfRows<Row>> {
  const found = q.trim() === '' ? null : (await some()).filter(finder(q));
  const total = found ? found.length : await count();
  const size = per_page === 'all' ? Math.max(1, total) : per_page;
  const page_count = Math.max(1, Math.ceil(total / size));
  const page = Math.min(asked, page_count);
  const part = { limit: size, offset: (page - 1) * size };
  return {
    total,
    page,
    page_count,
    rows: found ? found.slice(part.offset, part.offset + part.limit) : await some(part),
  };
}
