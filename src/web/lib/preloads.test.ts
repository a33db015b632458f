import { expect, it } from 'vitest';
import { preloads, styleFirst } from './preloads.ts';

const page = `<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js" nonce="once"/><link rel="stylesheet" href="/assets/style.css"/></head><body><main></main><script>${preloads}</script></body>`;

it('preloads nothing for scripts beside the style, and all of it in a script after it', () => {
  const [head, body] = styleFirst(page, { words: ['/assets/en.json'], nonce: 'once' }).split('</head>');
  expect(head).toBe('<head><link rel="stylesheet" href="/assets/style.css"/>');
  for (const address of ['/assets/a.js', '/assets/b.js', '/assets/en.json']) expect(body).toContain(`"${address}"`);
  expect(body).not.toContain(preloads);
});
