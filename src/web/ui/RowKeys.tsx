/**
 * Keyboard shortcuts of a list: `/` searches, `n` opens the link for a new entry (data-key), `j` and `k` move from row
 * to row, Enter opens, `x` selects, `?` shows the shortcuts. They are active in the section around this component,
 * never during typing, and can be switched off.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listen, store, stored } from '#web/lib/browser-store.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from './panel.module.css';
import styles from './rows.module.css';

const name = 'row-keys';

export interface RowKeysProps {
  hasNew?: boolean;
  /** Shortcuts for actions on the selected rows: each presses the button or opens the action with this data-key. */
  actions?: readonly { key: string; word: string }[];
}

export function RowKeys({ hasNew = false, actions: more = [] }: RowKeysProps) {
  const { t } = useTranslation();
  const help = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const isOff = useSyncExternalStore(
    listen,
    () => stored(name) === 'off',
    () => false,
  );
  const bearing = more.map(({ key }) => key).join(' ');
  useEffect(() => {
    const keys = bearing.split(' ');
    const pressed = (event: KeyboardEvent) => {
      if (isOff || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const section = help.current?.closest('section');
      if (!section) return;
      const intent = actions[event.key];
      if (event.key === '?') help.current?.togglePopover();
      else if (intent ? !intent(section) : !keys.includes(event.key) || !press(section, event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [isOff, bearing]);
  const button = (
    <button
      type="button"
      popoverTarget="row-keys"
      className={`${panel.button} ${styles.keys} ${hydrated ? '' : 'awaited'}`}
    >
      {t('rows.keys')} <kbd>?</kbd>
    </button>
  );
  if (!hydrated) return button;
  return (
    <>
      {button}
      <div ref={help} id="row-keys" popover="auto" className={styles.help}>
        <h3>{t('rows.keys')}</h3>
        <dl>
          {(['/', ...(hasNew ? (['n'] as const) : []), 'j', 'k', 'Enter', 'x', '?'] as const).map((key) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`rows.${words[key]}`)}</dd>
            </div>
          ))}
          {more.map(({ key, word }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{word}</dd>
            </div>
          ))}
        </dl>
        <label>
          <input
            type="checkbox"
            checked={!isOff}
            onChange={({ currentTarget }) => store(name, currentTarget.checked ? null : 'off')}
          />
          {t('rows.keys_on')}
        </label>
      </div>
    </>
  );
}

const words = {
  '/': 'key_search',
  n: 'key_new',
  j: 'key_next',
  k: 'key_previous',
  Enter: 'key_open',
  x: 'key_choose',
  '?': 'key_help',
} as const;

/** The shortcuts of a list; false where a key has no target. Enter needs none: the link of a row has the focus. */
const actions: Readonly<Record<string, (section: Element) => boolean>> = {
  '/': (section) =>
    focused(
      section.querySelector<HTMLElement>('input[type="search"]') ??
        // A list without a search field of its own uses that in the head of the page.
        document.querySelector<HTMLElement>('main input[type="search"]'),
    ),
  n() {
    const link = document.querySelector<HTMLElement>('a[data-key="n"]');
    link?.click();
    return link !== null;
  },
  j: (section) => step(section, 1),
  k: (section) => step(section, -1),
  x(section) {
    const box = rowIn(section)?.querySelector<HTMLElement>('input[name="chosen"]');
    box?.click();
    return !!box;
  },
};

/** Presses the element with this key, once rows are selected; the field of an opened action gets the focus. */
function press(section: Element, key: string): boolean {
  const bearer = section.querySelector<HTMLElement>(`[data-key="${key}"]`);
  if (!bearer || !section.querySelector('input[name="chosen"]:checked')) return false;
  bearer.click();
  bearer.closest('details')?.querySelector<HTMLElement>('textarea, input')?.focus();
  return true;
}

const rowIn = (section: Element) =>
  [...section.querySelectorAll('tbody tr')].find((row) => row.contains(document.activeElement));

function step(section: Element, by: 1 | -1): boolean {
  const links = [...section.querySelectorAll('tbody tr')].flatMap((row) => row.querySelector<HTMLElement>('a') ?? []);
  const row = rowIn(section);
  const at = row ? links.findIndex((link) => row.contains(link)) : by === 1 ? -1 : links.length;
  return focused(links[Math.min(Math.max(at + by, 0), links.length - 1)] ?? null);
}

function focused(element: HTMLElement | null): boolean {
  element?.focus();
  return element !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"]), select, textarea, [contenteditable]') !== null
  );
}
