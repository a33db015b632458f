/** A list that is taken along as a file: a table for a spreadsheet, as text or with types, or a document. */
import type { RouterContextProvider } from 'react-router';
import { type Cell, csvOf, fileHeaders } from '#domain/csv.ts';
import { localeFacts } from '#domain/locales.ts';
import { makeAs, type Table, tableFormats } from '#domain/table.ts';
import { pageContext } from './context.ts';
import { notFound } from './loader.ts';

export interface Taken {
  /** What the file is called, without its ending; on paper it is the title. */
  name: string;
  /** The heads of the columns first. */
  rows: readonly (readonly Cell[])[];
}

/** A column of a file: its head, and what stands in it. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => Cell];

/** The rows of a file, the heads first. A column that is false is one that nobody is shown. */
export function rowsOf<Row>(columns: readonly (Column<Row> | false)[], list: readonly Row[]): Cell[][] {
  const shown = columns.filter((column) => column !== false);
  return [shown.map(([head]) => head), ...list.map((row) => shown.map(([, cell]) => cell(row)))];
}

/** The list as the file that its address ends with; what takes longer than text the server has made of it. */
export function taken(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  { name, rows }: Taken,
): Response {
  const { pathname } = new URL(request.url);
  const format = tableFormats.find((one) => pathname.endsWith(`.${one}`)) ?? notFound();
  const headers = fileHeaders(name, format);
  if (format === 'csv') return new Response(csvOf(rows), { headers });
  const { lang, dir } = localeFacts[context.get(pageContext).locale];
  return Response.json({ title: name, rows, lang, dir } satisfies Table, { headers: { ...headers, [makeAs]: format } });
}
