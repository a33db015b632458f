/** The widths of characters in a list on paper; each is measured once. */
import { readFileSync } from 'node:fs';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/** The widths of single characters in these typefaces, in points. */
export type CharacterWidths = (
  characters: ReadonlySet<string>,
  faces: readonly string[],
) => ReadonlyMap<string, number>;

const mainFileContent = readFileSync(new URL('character-widths.typ', import.meta.url), 'utf8');

export function measureCharacters(compiler: NodeCompiler): CharacterWidths {
  const measured = new Map<string, Map<string, number>>();
  return (characters, faces) => {
    const key = faces.join();
    const known = measured.get(key) ?? new Map<string, number>();
    measured.set(key, known);
    const unknown = [...characters].filter((letter) => !known.has(letter));
    if (!unknown.length) return known;
    const inputs = { faces: JSON.stringify(faces), characters: JSON.stringify(unknown) };
    const [widths] = compiler.query({ mainFileContent, inputs }, { selector: '<widths>', field: 'value' });
    unknown.forEach((letter, i) => {
      known.set(letter, widths[i]);
    });
    return known;
  };
}
