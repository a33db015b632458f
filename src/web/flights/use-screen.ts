/**
 * A screen that can be led by a phone: it draws a code by chance, shows it as a QR code, and does what is said to the code.
 * A code that no phone has read ends after five minutes, and one that was read twelve hours after the last order; a new
 * one ends the one before, and with it the phone that had read it. The tab remembers it, so that a reload keeps the phone:
 * in another language the page is loaded anew, and says to the phone that it is there once it hears what is said.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Deck, Move, Slide } from '#domain/flights/presentation.ts';
import { isSlide } from '#domain/flights/presentation.ts';
import type { ScreenOrder } from '#domain/flights/presentation-contract.ts';
import { isLocale } from '#domain/locales.ts';
import type { Theme } from '#domain/site.ts';
import { presentPath } from '#web/lib/further-paths.ts';
import { dark, useMedia } from '#web/lib/media.ts';
import { usePage } from '#web/lib/page.ts';
import { followScreen, newCode, say } from './screen-link.ts';
import { keepSlide } from './use-deck.ts';

/** How long a code holds that no phone has read, and one that was read, ms. */
const [unread_ms, read_ms] = [5 * 60_000, 12 * 3_600_000];
const kept = 'screen';

interface Code {
  code: string;
  is_read: boolean;
  until_ms: number;
  /** How many were given to it since the page was loaded; connecting counts as one, because it is answered too. */
  orders: number;
}

export interface ScreenLead {
  /** What the QR code says; null: none is shown. */
  address: string | null;
  /** Shows a new code, or takes the one away that is shown. */
  toggle: () => void;
  theme: Theme | null;
}

export function useScreen(
  flight: Flight,
  { deck, has, move }: { deck: Deck; has: readonly Slide[]; move: (move: Move) => void },
): ScreenLead {
  const { is_held, slide } = deck;
  const names = has.join();
  const page = usePage();
  const device = useMedia(dark) ? 'dark' : 'light';
  const [current, setCurrent] = useState<Code | null>();
  const [theme, setTheme] = useState(page.theme ?? null);
  const { code, until_ms } = current ?? {};
  const locale = isLocale(page.locale) ? page.locale : 'en';
  const shown = theme ?? device;
  /** @returns whether the page stays */
  const act = useRef((_order: ScreenOrder): boolean => true);

  // Undefined until the tab was asked.
  useEffect(() => {
    if (current === undefined) setCurrent(keptCode());
    else sessionStorage.setItem(kept, JSON.stringify(current));
  }, [current]);
  useEffect(() => {
    act.current = (order) => {
      if (order.do === 'theme') {
        document.documentElement.dataset.theme = order.theme;
        setTheme(order.theme);
        void fetch(choice('theme', 'theme', order.theme), { redirect: 'manual' }).catch(() => {});
      } else if (order.do === 'language') {
        if (order.locale === locale) return true;
        keepSlide(deck);
        location.assign(choice('language', 'locale', order.locale));
        return false;
      } else if (order.do === 'show') move(order);
      else if (order.do !== 'hello') move({ do: order.do });
      return true;
    };
  });
  // Each order is answered once, with what holds after it: an earlier state that came later would be believed.
  const sending = useRef(Promise.resolve(true));
  useEffect(() => {
    if (!current?.is_read || current.orders === 0) return;
    const to = current.code;
    const slides = names.split(',').filter(isSlide);
    sending.current = sending.current.then(() => say(to, { state: { is_held, locale, theme: shown, slide, slides } }));
  }, [is_held, locale, shown, slide, names, current?.is_read, current?.code, current?.orders]);
  useEffect(() => {
    if (code === undefined) return;
    return followScreen({
      code,
      // What it says before is not followed by what the phone says: nobody would hear that.
      onOpen: () => setCurrent((before) => before && { ...before, orders: before.orders + (before.is_read ? 1 : 0) }),
      onMessage: (message) => {
        if (!('order' in message)) return;
        // The page in the other language answers.
        if (!act.current(message.order)) return;
        setCurrent((before) => ({
          code,
          is_read: true,
          until_ms: Date.now() + read_ms,
          orders: (before?.orders ?? 0) + 1,
        }));
      },
    });
  }, [code]);
  useEffect(() => {
    if (until_ms === undefined) return;
    const timer = setTimeout(() => setCurrent(null), until_ms - Date.now());
    return () => clearTimeout(timer);
  }, [until_ms]);

  const toggle = useCallback(
    () =>
      setCurrent((before) =>
        before && !before.is_read
          ? null
          : { code: newCode(), is_read: false, until_ms: Date.now() + unread_ms, orders: 0 },
      ),
    [],
  );
  const address =
    current && !current.is_read ? `${location.origin}${presentPath(flight)}/remote#${current.code}` : null;
  return { address, toggle, theme };
}

/** The address that stores a choice of this browser and leads back here. */
function choice(what: 'language' | 'theme', name: string, value: string): string {
  return `/misc/${what}?${new URLSearchParams({ [name]: value, to: location.pathname + location.search })}`;
}

function keptCode(): Code | null {
  try {
    const known = JSON.parse(sessionStorage.getItem(kept) ?? 'null') as Code | null;
    return known && known.until_ms > Date.now() ? { ...known, orders: 0 } : null;
  } catch {
    return null;
  }
}
