/** The widths of letters in a list on paper; each is measured once. */
import { readFileSync } from 'node:fs';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/** The widths of single letters in these typefaces, in points. */
export type WidthsOf = (letters: ReadonlySet<string>, faces: readonly string[]) => ReadonlyMap<string, number>;

const mainFileContent = readFileSync(new URL('letters.typ', import.meta.url), 'utf8');

export function measureLetters(compiler: NodeCompiler): WidthsOf {
  const measured = new Map<string, Map<string, number>>();
  return (letters, faces) => {
    const key = faces.join();
    const known = measured.get(key) ?? new Map<string, number>();
    measured.set(key, known);
    const unknown = [...letters].filter((letter) => !known.has(letter));
    if (!unknown.length) return known;
    const inputs = { faces: JSON.stringify(faces), letters: JSON.stringify(unknown) };
    const [widths] = compiler.query({ mainFileContent, inputs }, { selector: '<widths>', field: 'value' });
    unknown.forEach((letter, i) => {
      known.set(letter, widths[i]);
    });
    return known;
  };
}
