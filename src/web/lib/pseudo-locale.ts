/**
 * A pseudo-locale for development, made from the English catalogue: its letters carry accents, its texts are longer by
 * 40 % and are in brackets, so that texts that are not translated, cut off or composed are seen at once. Its twin is
 * written from right to left.
 */
import type { PseudoLocale } from '#domain/locales.ts';
import type { Catalogue } from './catalogue.ts';

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';

/** Overrides the direction of the text between them to right-to-left. */
const [fromRight, asBefore] = ['\u202e', '\u202c'];

/** The English catalogue in the pseudo-locale, or in its twin; blanks stay as they are. */
export function pseudoCatalogue(english: Catalogue, locale: PseudoLocale): Catalogue {
  const entries = Object.entries(english).map(([noun, things]) => [
    noun,
    Object.fromEntries(Object.entries(things).map(([thing, text]) => [thing, pseudoText(text, locale)])),
  ]);
  return Object.fromEntries(entries) as Catalogue;
}

function pseudoText(text: string, locale: PseudoLocale): string {
  const strange = text
    .split(/(\{\{.*?\}\})/)
    .map((part) => (part.startsWith('{{') ? part : turned(part.replace(/[A-Za-z]/g, accent), locale)))
    .join('');
  const longer = turned('~'.repeat(Math.ceil(text.length * 0.4)), locale);
  return `[${strange}${longer}]`;
}

function accent(letter: string): string {
  return accented.charAt(plain.indexOf(letter));
}

function turned(part: string, locale: PseudoLocale): string {
  return locale === 'xb' && part !== '' ? `${fromRight}${part}${asBefore}` : part;
}
