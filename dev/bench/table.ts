/** The results of the bench: tables, figures with their bars, and the changes since the last run. */
import type { Machine } from './machine.ts';

/** A figure that is saved for the next run. */
export interface Figure {
  /** Identifies the figure in the next run. */
  key: string;
  says: string;
  value: number;
  unit: string;
  better: 'more' | 'less';
  /** The limit it has to meet. */
  bar?: number;
}

/** A table for readers. */
export interface Sheet {
  title: string;
  notes: string[];
  columns: string[];
  rows: string[][];
  /** Graphs, which are files beside the page. */
  graphs?: Graph[];
}

export interface Graph {
  file: string;
  alt: string;
  /** The SVG; absent in a run read from docs/performance.json. */
  svg?: string;
}

export interface Report {
  sheets: Sheet[];
  figures: Figure[];
}

/** The saved result of a part's last run: for the next one, and for the page. */
export interface Run extends Report {
  at: string;
  quick: boolean;
  machine: Machine;
}

/** The last run of each part, by its name. */
export type Runs = Readonly<Record<string, Run>>;

export function isMet({ value, bar, better }: Figure): boolean {
  if (bar === undefined) return true;
  return better === 'more' ? value >= bar : value <= bar;
}

/** A figure for readers: three significant digits, thousands separated. */
export function written(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A table as text: the first column aligned left, the others right. */
export function asText({ title, notes, columns, rows }: Sheet): string {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  return ['', title, ...notes.map((note) => `  ${note}`), '', line(columns), rule, ...rows.map(line), ''].join('\n');
}

export function asMarkdown({ title, notes, columns, rows, graphs = [] }: Sheet): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `## ${title}`,
    '',
    ...notes.flatMap((note) => [`- ${note}`]),
    ...(notes.length ? [''] : []),
    line(columns),
    line(columns.map((_, i) => (i ? '---:' : '---'))),
    ...rows.map(line),
    '',
    ...graphs.flatMap(({ file, alt }) => [`![${alt}](${file})`, '']),
  ].join('\n');
}

/** Every figure that has a bar, with the bar and whether it is met. */
export function verdict(figures: readonly Figure[]): Sheet {
  const judged = figures.filter((figure) => figure.bar !== undefined);
  const met = judged.filter(isMet).length;
  return {
    title: `Bars: ${met} of ${judged.length} met`,
    notes: [],
    columns: ['', 'figure', 'bar', ''],
    rows: judged.map((figure) => [
      figure.says,
      `${written(figure.value)} ${figure.unit}`.trim(),
      `${figure.better === 'more' ? '≥' : '≤'} ${written(figure.bar!)}`,
      isMet(figure) ? 'met' : 'MISSED',
    ]),
  };
}

/** The figures that are more than a tenth off their last run's, the largest change first. */
export function moved(figures: readonly Figure[], last: Runs): Sheet {
  const known = new Map(Object.values(last).flatMap((run) => run.figures.map((figure) => [figure.key, figure])));
  const changes = figures.flatMap((figure) => {
    const before = known.get(figure.key);
    if (!before || before.unit !== figure.unit || !before.value) return [];
    const change = figure.value / before.value - 1;
    return Math.abs(change) > 0.1 ? [{ figure, before: before.value, change }] : [];
  });
  changes.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return {
    title: `Moved since the last run: ${changes.length} of ${figures.length} figures by more than 10 %`,
    notes: [],
    columns: ['', 'before', 'now', 'change', ''],
    rows: changes.map(({ figure, before, change }) => [
      figure.says,
      written(before),
      `${written(figure.value)} ${figure.unit}`.trim(),
      `${change > 0 ? '+' : '−'}${Math.abs(Math.round(change * 100))} %`,
      change > 0 === (figure.better === 'more') ? 'better' : 'worse',
    ]),
  };
}
