/** Checks that docs/limits.md agrees with the program. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { floods, limits } from './server/limits.ts';
import { serviceLimits } from './server/outside/services.ts';

const inCode = [
  ...Object.entries(limits).flatMap(([name, each]) =>
    each.map(({ by, most, minutes, over }) =>
      [name, by.join(' + '), most, `${minutes} min`, over === 'slow' ? 'slowed' : 'refused', 'database'].join(' | '),
    ),
  ),
  ...Object.entries(floods).map(([name, { most, seconds, ...more }]) =>
    [name, 'by' in more ? more.by.join(' + ') : 'network', most, `${seconds} s`, 'refused', 'memory'].join(' | '),
  ),
];

it('docs/limits.md has every limit of the program, and no other', () => {
  const table = readFileSync(new URL('../docs/limits.md', import.meta.url), 'utf8');
  const inDocs = [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, cells]) => {
    const [_what, ...rest] = cells!.split(' | ');
    return [name, ...rest].join(' | ');
  });
  expect(inDocs).toEqual(inCode);
});

it('docs/limits.md has every outside service with its limits, and no other', () => {
  const table = readFileSync(new URL('../docs/limits.md', import.meta.url), 'utf8');
  const inDocs = [...table.matchAll(/^\| \*\*(\w+)\*\* \| [^|]+ \| (.+) \|$/gm)].map(
    ([, name, cells]) => `${name} | ${cells}`,
  );
  const expected = Object.entries(serviceLimits).map(([name, { at_once, waiting, call_ms, whole_ms }]) =>
    [name, at_once, waiting, `${call_ms / 1000} s`, `${whole_ms / 1000} s`].join(' | '),
  );
  expect(inDocs).toEqual(expected);
});

it('the narrower limit of a name stands before the wider one', () => {
  const wrong = Object.entries(limits).filter(([, each]) =>
    each.some(({ by }, i) =>
      each
        .slice(i + 1)
        .some(
          (later) => later.by.every((key) => (by as readonly string[]).includes(key)) && later.by.length > by.length,
        ),
    ),
  );
  expect(wrong).toEqual([]);
});
