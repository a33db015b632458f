/**
 * The way to the search over the whole site: a link, which opens the palette where there is a script. Ctrl+K and ⌘K open
 * it from everywhere; “/” goes into the search of the page's own list, else here.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { later } from '#web/lib/later.tsx';
import { searchPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';

const Palette = later(async () => (await import('./Palette.tsx')).Palette, ToPage);

/** Without the palette the page of the search takes its place. */
function ToPage(): ReactNode {
  useEffect(() => location.assign(searchPath()), []);
  return null;
}

const typesIn = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

interface SearchLinkProps {
  className: string | undefined;
  children: ReactNode;
  /** Whether this one listens to the keys: one of a page does. */
  hears?: boolean;
}

export function SearchLink({ className, children, hears = false }: SearchLinkProps) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const [opened, setOpened] = useState<string | null>(null);
  const early = useRef('');
  useEffect(() => {
    if (!hears) return;
    const press = (event: KeyboardEvent) => {
      const { key: pressed, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (document.querySelector('dialog[open]')) return;
      if (pressed.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) {
        event.preventDefault();
        setOpened(key);
      }
      if (pressed !== '/' || ctrlKey || metaKey || altKey || typesIn(target)) return;
      event.preventDefault();
      const own = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (own?.checkVisibility()) own.focus();
      else setOpened(key);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [hears, key]);
  const isOpen = opened === key;
  // Letters that are typed before the field of the palette is there.
  useEffect(() => {
    if (!isOpen) return;
    early.current = '';
    const collect = (event: KeyboardEvent) => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      early.current += event.key;
    };
    addEventListener('keydown', collect);
    return () => removeEventListener('keydown', collect);
  }, [isOpen]);
  return (
    <>
      <a
        className={className}
        href={searchPath()}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('site_search.open')}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          setOpened(key);
        }}
      >
        {children}
      </a>
      {/* Another page closes it. */}
      {isOpen && <Palette early={early} close={() => setOpened(null)} />}
    </>
  );
}
