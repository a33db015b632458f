/** What is shown when even the error page fails: one sentence and the way home, without styles and scripts (8.12). */
import type { Words } from '#web/lib/words.ts';

export function lastResort(t: Words): string {
  const text = (key: 'error.last_resort' | 'error.home') =>
    t(key).replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Loftline</title><p>${text('error.last_resort')}</p><p><a href="/">${text('error.home')}</a></p>`;
}
