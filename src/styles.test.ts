/** Checks that components and their style sheets name the same classes. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const web = fileURLToPath(new URL('web', import.meta.url));
const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
/** A file without its comments; the `*` of a media type in a string begins none. */
const textOf = (path: string) => readFileSync(join(web, path), 'utf8').replace(/(?<!\w)\/\*[\s\S]*?\*\//g, '');

/** The classes that each module defines. */
const defined = new Map(
  files
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => {
      const selectors = textOf(path)
        .replace(/:global\([^)]*\)/g, '')
        // Only what stands before a brace is a selector: values have dots too.
        .match(/[^{};]+(?=\{)/g);
      return [path, new Set((selectors ?? []).flatMap((one) => one.match(/(?<=\.)[a-z][\w-]*/gi) ?? []))];
    }),
);

/** What each component takes from the modules it imports; a class that is chosen at run time has no name. */
const taken = files
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => {
    const text = textOf(path);
    const code = text.replace(/^import [^;]*;$/gm, '');
    return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, name, from = '']) => {
      const module = from.startsWith('#web/') ? from.slice('#web/'.length) : normalize(join(dirname(path), from));
      const uses = code.matchAll(new RegExp(`(?<![\\w.])${name}(?:\\.(\\w+)|\\[)`, 'g'));
      return [...uses].map(([, word]) => ({ path, module, word }));
    });
  });

it('every class that a component names is defined in the module it imports', () => {
  const wrong = taken.filter(({ module, word }) => word !== undefined && !defined.get(module)?.has(word));
  expect(wrong).toEqual([]);
  expect(taken.length).toBeGreaterThan(1000);
});

it('every class of a module is used', () => {
  const unused = [...defined].flatMap(([module, classes]) => {
    const words = taken.filter((one) => one.module === module).map(({ word }) => word);
    return words.includes(undefined)
      ? []
      : [...classes].filter((one) => !words.includes(one)).map((one) => `${module} .${one}`);
  });
  expect(unused).toEqual([]);
  expect(defined.size).toBeGreaterThan(50);
});

it('no style makes the browser look at the whole page again when a row is added or removed', () => {
  const selectors = files
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => (textOf(path).match(/[^{};]+(?=\{)/g) ?? []).map((one) => `${path} ${one.trim()}`));
  // What stands before `+` or `~` is remembered by its class: without one it concerns every sibling of every element.
  const isUnnamed = (one: string) =>
    [
      ...one
        .replace(/:[\w-]+\([^()]*\+[^()]*\)/g, '')
        .matchAll(/([^\s>+~(),]+(?:\([^()]*(?:\([^()]*\))?[^()]*\))?)\s*[+~]/g),
    ].some(([, before = '']) => !/[.[]|:(checked|focus)/.test(before.replace(/:not\(.*\)/, '')));
  const costly = selectors.filter(
    (one) => isUnnamed(one.slice(one.indexOf(' ') + 1)) || /(:root|html|body)\)?:has/.test(one),
  );
  expect(costly).toEqual([]);
  expect(selectors.length).toBeGreaterThan(1000);
});
