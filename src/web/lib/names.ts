/** Names beside each other. */
import { isolate } from '#domain/locales.ts';

const toTheLeft = /[\u0590-\u08ff]/;

/**
 * Names one after the other. Where one runs to the left and another to the right, each is isolated, so that their order
 * is that of the page.
 */
export function inOneLine(...names: string[]): string {
  const isMixed = names.some((name) => toTheLeft.test(name)) && names.some((name) => !toTheLeft.test(name));
  return (isMixed ? names.map(isolate) : names).join(' ');
}
