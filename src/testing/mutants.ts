/**
 * Mutants of a module: its text with one fault (a condition dropped or inverted, a boolean flipped, an entry or an edge
 * removed), and the module made of it. A check that accepts a mutant is too weak.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

export interface Mutant {
  /** Path below `src`. */
  file: string;
  /** The fault, with file and line. */
  what: string;
  text: string;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const src = new URL('../', import.meta.url);
export const textOf = (file: string) => readFileSync(new URL(file, src), 'utf8');

/** All mutants of a module, or of some of its top-level declarations. */
export function mutantsOf(file: string, only?: readonly string[]): Mutant[] {
  const text = textOf(file);
  const mutants: Mutant[] = [];
  const { body } = parseAst(text, { lang: 'ts' }) as unknown as { body: Node[] };
  for (const statement of body) {
    const names = declaredBy(statement);
    if (!only || names.some((name) => only.includes(name))) walk(statement);
  }
  return mutants;

  function put(node: Pick<Node, 'start' | 'end'>, by: string): void {
    const was = text.slice(node.start, node.end).replace(/\s+/g, ' ');
    const line = text.slice(0, node.start).split('\n').length;
    mutants.push({
      file,
      what: `${file}:${line} ${was} → ${by || 'nothing'}`,
      text: text.slice(0, node.start) + by + text.slice(node.end),
    });
  }

  function walk(node: Node): void {
    // Types have no effect at run time; an expression marked with a type is code.
    if (node.type.startsWith('TS') && !('expression' in node)) return;
    if (node.type === 'ImportDeclaration') return;
    mutate(node);
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child);
  }

  function mutate(node: Node): void {
    const source = (part: unknown) => text.slice((part as Node).start, (part as Node).end);
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'boolean') put(node, String(!node.value));
        break;
      case 'LogicalExpression':
        put(node, source(node.left));
        put(node, source(node.right));
        put(node, `${source(node.left)} ${node.operator === '&&' ? '||' : '&&'} (${source(node.right)})`);
        break;
      case 'BinaryExpression': {
        const turned = { '===': '!==', '!==': '===', '>': '<=', '<': '>=', '>=': '<', '<=': '>' }[
          String(node.operator)
        ];
        if (turned) put(node, `${source(node.left)} ${turned} ${source(node.right)}`);
        if (node.operator === '>') put(node, `${source(node.left)} >= ${source(node.right)}`);
        break;
      }
      case 'UnaryExpression':
        if (node.operator === '!') put(node, source(node.argument));
        break;
      case 'ConditionalExpression':
        put(node, source(node.consequent));
        put(node, source(node.alternate));
        break;
      case 'IfStatement':
        put(node.test as Node, 'true');
        put(node.test as Node, 'false');
        break;
      case 'ReturnStatement':
        if (node.argument && judges(node.argument as Node))
          for (const by of ['true', 'false']) put(node.argument as Node, by);
        break;
      case 'ArrowFunctionExpression':
        if (judges(node.body as Node)) for (const by of ['true', 'false']) put(node.body as Node, by);
        break;
      case 'MemberExpression':
        if (source(node).endsWith('.some')) put(node, source(node).replace(/some$/, 'every'));
        break;
      case 'ArrayExpression':
        for (const element of node.elements as Node[]) put(element, '');
        break;
      case 'Property':
        if (isNode(node.value) && /^(Literal|ObjectExpression)$/.test(node.value.type)) {
          put({ start: node.start, end: text[node.end] === ',' ? node.end + 1 : node.end }, '');
          if (typeof node.value.value === 'string') put(node.value, "'elsewhere'");
        }
        break;
    }
  }
}

/** Whether an expression is a condition. */
function judges(node: Node): boolean {
  return node.type === 'LogicalExpression' || node.type === 'BinaryExpression' || node.type === 'CallExpression';
}

function declaredBy(statement: Node): string[] {
  const declaration = (statement.declaration ?? statement) as Node;
  const named = [declaration, ...((declaration.declarations as Node[]) ?? [])];
  return named.flatMap((one) => (isNode(one.id) ? [String(one.id.name)] : []));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Loads a domain module; with a mutant, that file is replaced wherever the module imports it. */
export function load(file: string, mutant?: Mutant): Promise<Record<string, unknown>> {
  return import(/* @vite-ignore */ addressOf(file, mutant));
}

/** The module as a data URL, with its imports as data URLs too. */
function addressOf(file: string, mutant: Mutant | undefined): string {
  const text = stripTypeScriptTypes(mutant?.file === file ? mutant.text : textOf(file));
  const linked = text.replace(/from '([#.][^']+)'/g, (_, to: string) => {
    const path = to.startsWith('#')
      ? to.slice(1)
      : fileURLToPath(new URL(to, new URL(file, src))).slice(fileURLToPath(src).length);
    return `from '${addressOf(path, mutant)}'`;
  });
  return `data:text/javascript;base64,${Buffer.from(linked).toString('base64')}`;
}
