/** The payment page of the sandbox: in the reader's language and the look of the site, and not to be mistaken for a real one. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chooseLocale, localeFacts } from '#domain/locales.ts';
import type { Currency } from '#domain/money.ts';
import { inHundredths } from '#domain/payments/by-card.ts';
import { closedPolicy } from '#server/headers.ts';
import { words } from '#server/translations.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { type DeliveryMode, deliveryModes, type Session } from './session.ts';

/** The sizes and colours of the site, so that the page is one of its own. */
const css = readFileSync(new URL('../../src/web/ui/tokens.css', import.meta.url), 'utf8');
const tokens = /:root \{([^}]*)\}/.exec(css)![1]!;

const style = `:root{color-scheme:light dark;${tokens}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 var(--ol-font-text);color:var(--ol-ink);background:var(--ol-canvas)}
header{display:flex;align-items:center;gap:10px;min-height:64px;padding:0 20px;background:var(--ol-surface);border-block-end:1px solid var(--ol-line);font:700 22px/1 var(--ol-font-head)}
main{max-width:500px;margin:0 auto;padding:24px 20px 64px}
.notice{padding:12px 16px;border-radius:10px;background:var(--ol-wait-soft);border-block-start:6px solid;border-image:repeating-linear-gradient(-45deg,var(--ol-wait) 0 10px,transparent 10px 20px) 6}
.notice strong{display:block}
section{display:grid;gap:16px;margin-block-start:20px;padding:24px;background:var(--ol-surface);border:1px solid var(--ol-line);border-radius:var(--ol-r-lg)}
h1,p{margin:0}
h1{font:700 26px/1.15 var(--ol-font-head)}
.amount{font:700 34px/1.1 var(--ol-font-num)}
form{display:grid;gap:10px}
button,select{font:inherit;min-height:48px;width:100%;border-radius:var(--ol-r-md);border:1px solid var(--ol-edge);padding:8px 16px;background:var(--ol-surface);color:var(--ol-ink)}
button{font-weight:600;cursor:pointer}
button.first{background:var(--ol-primary);color:var(--ol-on-primary);border-color:var(--ol-primary)}
:focus-visible{outline:3px solid var(--ol-focus);outline-offset:2px}
[role=alert]{padding:10px 14px;border-radius:10px;background:var(--ol-bad-soft);color:var(--ol-bad)}
label{display:block;margin-block-start:8px;color:var(--ol-ink-2)}
a{color:var(--ol-link);min-height:44px;display:inline-flex;align-items:center}`;

const mark =
  '<svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0e1d33"/><path d="M5.5 24C8 11.5 17 7 24.2 15.4" fill="none" stroke="#FF6A5A" stroke-width="2.6" stroke-linecap="round" stroke-dasharray="3.6 4.3"/><circle cx="24.6" cy="18.6" r="4.1" fill="#fff"/></svg>';

/** A policy that allows this style and a form to this site, nothing else. */
export const cardsPolicy = closedPolicy.replace(
  "default-src 'none'",
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'`,
);

export interface PageStep {
  step: 'card' | 'declined' | 'bank';
  delivery: DeliveryMode;
  locale: string;
}

export function pageOf({ title, amount, currency, cancel_url }: Session, { step, delivery, locale }: PageStep): string {
  const own = chooseLocale(locale, undefined);
  const { t } = words(own);
  const { lang, dir } = localeFacts[own];
  const unit = currency.toUpperCase() as Currency;
  const sum = escaped(formatMoney(own, inHundredths(amount, unit), unit));
  const button = (intent: string, text: string, isFirst = false) =>
    `<button name="intent" value="${intent}"${isFirst ? ' class="first"' : ''}>${escaped(text)}</button>`;
  const choice = deliveryModes
    .map(
      (one) => `<option value="${one}"${one === delivery ? ' selected' : ''}>${escaped(t(`sandbox.${one}`))}</option>`,
    )
    .join('');
  const actions =
    step === 'bank'
      ? button('confirm', t('sandbox.confirm'), true) + button('refuse', t('sandbox.refuse'))
      : button('pay', t('sandbox.pay'), true) +
        button('decline', t('sandbox.decline')) +
        button('authenticate', t('sandbox.authenticate'));
  const message =
    step === 'declined'
      ? `<p role="alert">${escaped(t('sandbox.declined'))}</p>`
      : step === 'bank'
        ? `<p>${escaped(t('sandbox.bank'))}</p>`
        : '';
  return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(t('sandbox.title'))}</title><style>${style}</style></head><body><header>${mark}<span>Loftline</span></header><main><p class="notice"><strong>${escaped(t('sandbox.title'))}</strong>${escaped(t('sandbox.notice'))}</p><section><h1><bdi>${escaped(title)}</bdi></h1><p class="amount"><bdi>${sum}</bdi></p>${message}<form method="post">${actions}<label for="delivery">${escaped(t('sandbox.telling'))}</label><select id="delivery" name="delivery">${choice}</select></form><a href="${escaped(cancel_url)}">${escaped(t('sandbox.leave'))}</a></section></main></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
