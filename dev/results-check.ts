// Recomputes published race results with the platform's own arithmetic:
//   npm run -s results:check -- dev/results/rules.json
// prints one line per list and per ace table, and exits 1 where one differs from what rules.json expects of it, 2 where a
// file is missing or malformed. What rules.json says is described in dev/results/README.md.

import { resolve } from 'node:path';
import { type AceTable, checkAceTables, readAceTables } from './ace-table.ts';
import { explain, type Figure, type ResultList, type ResultRow, readResultList, readRules } from './result-list.ts';

/** The counts of a list. */
export type Figures = Record<Figure, number>;

/** Counts the rows with speed and distance: explained exactly, within the hidden fraction, or not at all. */
export function countExplained(rows: readonly ResultRow[], list: ResultList): Figures {
  const figures: Figures = { rows_with_speed: 0, exact: 0, within_hidden_second: 0, not_explained: 0 };
  for (const row of rows) {
    if (row.speed === null || (list.distance_m ?? row.distance_m) === null) continue;
    figures.rows_with_speed += 1;
    const { how } = explain(row, list);
    figures[how === 'exact' ? 'exact' : how === 'hidden' ? 'within_hidden_second' : 'not_explained'] += 1;
  }
  return figures;
}

/** A list with its rows. */
export interface Loaded {
  list: ResultList;
  rows: ResultRow[];
}

/**
 * Reads a rules file and every list it names.
 * @throws Error with one sentence where a file is missing or malformed
 */
export async function loadResults(rulesPath: string): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const list of await readRules(rulesPath)) {
    const { columns, rows } = await readResultList(list.path);
    if (list.distance_m === null && !columns.includes('distance_m')) {
      throw new Error(`${list.path}, line 1: the column distance_m is missing, and the rule gives no distance for all`);
    }
    loaded.push({ list, rows });
  }
  return loaded;
}

/** One line per list, and a sentence for each figure that differs from rules.json. */
export function checkResults(loaded: readonly Loaded[]): { lines: string[]; differences: string[] } {
  const lines: string[] = [];
  const differences: string[] = [];
  for (const { list, rows } of loaded) {
    const found = countExplained(rows, list);
    const { rows_with_speed, exact, within_hidden_second: hidden, not_explained } = found;
    lines.push(`${list.file} rows=${rows_with_speed} exact=${exact} hidden=${hidden} unexplained=${not_explained}`);
    for (const [figure, expected] of Object.entries(list.expected) as [Figure, number][]) {
      if (found[figure] !== expected)
        differences.push(`${list.file}: ${figure} is ${found[figure]}, expected ${expected}`);
    }
  }
  return { lines, differences };
}

async function main(): Promise<number> {
  const [rules, ...others] = process.argv.slice(2);
  if (!rules || others.length > 0) {
    console.error('Name one rules file: npm run -s results:check -- dev/results/rules.json');
    return 2;
  }
  let loaded: Loaded[];
  let tables: AceTable[];
  try {
    // npm runs its scripts in the folder of the package; the path is relative to the caller's folder.
    const path = resolve(process.env.INIT_CWD ?? '.', rules);
    loaded = await loadResults(path);
    tables = await readAceTables(path);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
  const found = [checkResults(loaded), checkAceTables(tables)];
  for (const line of found.flatMap(({ lines }) => lines)) console.log(line);
  const differences = found.flatMap((one) => one.differences);
  for (const difference of differences) console.error(difference);
  return differences.length > 0 ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main();
