/** What the bench says at the end: sheets to read, figures with their bars, and what moved since the last run. */
import type { Machine } from './machine.ts';

/** A figure that is kept from run to run. */
export interface Figure {
  /** Its name for the next run. */
  key: string;
  says: string;
  value: number;
  unit: string;
  better: 'more' | 'less';
  /** What it has to reach. */
  bar?: number;
}

/** A table for people. */
export interface Sheet {
  title: string;
  notes: string[];
  columns: string[];
  rows: string[][];
}

export interface Report {
  sheets: Sheet[];
  figures: Figure[];
}

/** What is kept of a run for the next one. */
export interface Run {
  at: string;
  quick: boolean;
  machine: Machine;
  figures: Record<string, { value: number; unit: string }>;
}

export function isMet({ value, bar, better }: Figure): boolean {
  if (bar === undefined) return true;
  return better === 'more' ? value >= bar : value <= bar;
}

/** A figure as people write it: three digits that say something, thousands apart. */
export function written(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Columns under each other; all but the first to the right. */
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

export function asMarkdown({ title, notes, columns, rows }: Sheet): string {
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

/** The figures that are more than a tenth away from the last run's, the largest change first. */
export function moved(figures: readonly Figure[], last: Run): Sheet {
  const changes = figures.flatMap((figure) => {
    const before = last.figures[figure.key];
    if (!before || before.unit !== figure.unit || !before.value) return [];
    const change = figure.value / before.value - 1;
    return Math.abs(change) > 0.1 ? [{ figure, before: before.value, change }] : [];
  });
  changes.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return {
    title: `Moved since ${last.at.slice(0, 10)}: ${changes.length} of ${figures.length} figures by more than 10 %`,
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

export function runOf(figures: readonly Figure[], machine: Machine, quick: boolean, at: Date): Run {
  return {
    at: at.toISOString(),
    quick,
    machine,
    figures: Object.fromEntries(
      figures.map(({ key, value, unit }) => [key, { value: Number(value.toPrecision(4)), unit }]),
    ),
  };
}
