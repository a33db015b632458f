import { expect, test } from 'vitest';
import { aboutInLine } from './bird-facts.ts';
import { speaker } from './catalogues.server.ts';

const bird = { name: 'حمامة السلام', color: 'blue bar', eye_color: 'orange' } as const;

test('a name in another script does not turn the line of the facts around', () => {
  const [name] = aboutInLine(speaker('en').t, bird).split(', ');
  expect(name).toBe('\u2068حمامة السلام\u2069');
});

test('the parts of a line are separated as the language writes it', () => {
  expect(aboutInLine(speaker('ar').t, bird)).toMatch(/^\u2068حمامة السلام\u2069، /u);
});
