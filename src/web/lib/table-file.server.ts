/** A list as a downloadable file: a spreadsheet table, as text or with types, or a document. */
import type { RouterContextProvider } from 'react-router';
import { csvOf, fileHeaders } from '#domain/csv.ts';
import { localeFacts } from '#domain/locales.ts';
import type { Cell } from '#domain/table.ts';
import { makeAs, type Table, tableFormats } from '#domain/table.ts';
import { pageContext } from './context.ts';
import { notFound } from './loader.ts';

export interface Taken {
  /** The file name without its extension; the title of a document. */
  name: string;
  /** The headings first. */
  rows: readonly (readonly Cell[])[];
  /** Lines below the title of a document. */
  facts?: readonly string[];
  /** Whether they stand above the heads of a table too: the list says nothing without them. */
  is_headed?: boolean;
}

/** A column of a file: its heading, and its cell of a row. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => Cell];

/** The rows of a file, the headings first. False columns are hidden and left out. */
export function rowsOf<Row>(columns: readonly (Column<Row> | false)[], list: readonly Row[]): Cell[][] {
  const shown = columns.filter((column) => column !== false);
  return [shown.map(([head]) => head), ...list.map((row) => shown.map(([, cell]) => cell(row)))];
}

/** The list in the format that the address names; formats other than text are made by the server. */
export function fileResponse(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  { name, rows, facts = [], is_headed = false }: Taken,
): Response {
  const { pathname } = new URL(request.url);
  const format = tableFormats.find((one) => pathname.endsWith(`.${one}`)) ?? notFound();
  const headers = fileHeaders(name, format);
  if (format === 'csv')
    return new Response(csvOf(is_headed ? [...facts.map((fact) => [fact]), [], ...rows] : rows), { headers });
  const { lang, dir } = localeFacts[context.get(pageContext).locale];
  return Response.json({ title: name, facts, is_headed, rows, lang, dir } satisfies Table, {
    headers: { ...headers, [makeAs]: format },
  });
}
