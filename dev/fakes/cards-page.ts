/** The payment page of the sandbox: in the reader's language, and impossible to mistake for a real one. */
import { createHash } from 'node:crypto';
import { chooseLocale, localeFacts } from '#domain/locales.ts';
import type { Currency } from '#domain/money.ts';
import { inHundredths } from '#domain/payments/by-card.ts';
import { closedPolicy } from '#server/headers.ts';
import { words } from '#server/translations.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { type DeliveryMode, deliveryModes, type Session } from './session.ts';

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:0 auto;padding:24px;color:CanvasText;background:Canvas}header{background:repeating-linear-gradient(-45deg,#ffd54a 0 14px,#1d1d1f 14px 28px);padding:8px;border-radius:10px}header p{margin:0;background:#1d1d1f;color:#fff;padding:12px;border-radius:6px;text-align:center}h1{font-size:1.5rem;margin-block:24px 0}.amount{font-size:2rem;font-weight:700;margin-block:4px 20px}button,select{font:inherit;min-height:48px;width:100%;border-radius:10px;border:1px solid GrayText;padding:8px 16px;margin-block-end:12px;background:ButtonFace;color:ButtonText;cursor:pointer}button.first{background:#0b6b3a;color:#fff;border-color:#0b6b3a;font-weight:600}[role=alert]{border-inline-start:4px solid #c62828;padding:8px 12px;margin-block:0 16px}label{display:block;margin-block-end:4px}a{color:LinkText;display:inline-block;padding-block:12px}`;

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
  return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(t('sandbox.title'))}</title><style>${style}</style></head><body><header><p><strong>${escaped(t('sandbox.title'))}</strong><br>${escaped(t('sandbox.notice'))}</p></header><main><h1><bdi>${escaped(title)}</bdi></h1><p class="amount"><bdi>${sum}</bdi></p>${message}<form method="post">${actions}<label for="delivery">${escaped(t('sandbox.telling'))}</label><select id="delivery" name="delivery">${choice}</select></form><a href="${escaped(cancel_url)}">${escaped(t('sandbox.leave'))}</a></main></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
