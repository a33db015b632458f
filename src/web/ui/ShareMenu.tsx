/** The ways to pass a page on where the device offers none: its address to copy, a letter, and a board for a site. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { inMarkup } from '#domain/markup.ts';
import { overlayPath, presentPath } from '#web/lib/further-paths.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import styles from './share.module.css';

export interface ShareMenuProps {
  title: string;
  url: string;
  /** The button that the menu stands under, where it is not a sheet at the lower edge. */
  button: HTMLElement;
  onClose: () => void;
}

export function ShareMenu({ title, url, button, onClose }: ShareMenuProps) {
  const { t } = useTranslation();
  const menu = useRef<HTMLDivElement>(null);
  const address = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const [, loft_id, id] = /^\/lofts\/(\d+)\/flights\/(\d+)$/.exec(new URL(url).pathname) ?? [];
  const flight = id ? { loft_id: Number(loft_id), id: Number(id) } : null;
  const place = useCallback(() => {
    const shown = menu.current!;
    const { bottom, left, right } = button.getBoundingClientRect();
    // As high as its content may be, wherever it stood.
    shown.style.setProperty('--y', '8px');
    const room = document.documentElement.clientWidth - shown.offsetWidth - 8;
    const start = document.documentElement.dir === 'rtl' ? left : right - shown.offsetWidth;
    shown.style.setProperty('--x', `${Math.max(8, Math.min(start, room))}px`);
    shown.style.setProperty('--y', `${Math.max(8, Math.min(bottom + 6, innerHeight - shown.offsetHeight - 8))}px`);
  }, [button]);
  useLayoutEffect(() => {
    menu.current!.showPopover();
    place();
    menu.current!.querySelector('button')?.focus();
  }, [place]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Without the right to write, the reader copies what is selected.
      address.current?.select();
    }
  };
  return createPortal(
    <div
      ref={menu}
      popover="auto"
      role="dialog"
      aria-label={t('share.do')}
      className={styles.menu}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <input
        ref={address}
        readOnly
        dir="ltr"
        value={url}
        aria-label={t('share.address')}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button type="button" onClick={() => void copy()}>
        <Icon name={copied ? 'check' : 'copy'} size={20} />
        {t(copied ? 'share.copied' : 'share.copy')}
      </button>
      <span role="status" className="visually-hidden">
        {copied && t('share.copied')}
      </span>
      <a href={`mailto:?${mailQuery({ subject: title, body: url })}`} onClick={() => menu.current?.hidePopover()}>
        <Icon name="mail" size={20} />
        {t('share.mail')}
      </a>
      {flight && (
        <>
          <a href={presentPath(flight)}>
            <Icon name="screen" size={20} />
            {t('present.show')}
          </a>
          <a href={overlayPath(flight)}>
            <Icon name="screen" size={20} />
            {t('present.overlay')}
          </a>
          <Embed flight={`${flight.loft_id}/${flight.id}`} title={title} onOpen={place} />
        </>
      )}
    </div>,
    document.body,
  );
}

/** The lines that show the board of a flight on another site, in the language of this page. */
function Embed({ flight, title, onOpen }: { flight: string; title: string; onOpen: () => void }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [open, setOpen] = useState(false);
  const [copied, setCopied] = useState(false);
  const lines = useRef<HTMLTextAreaElement>(null);
  const code = `<script async src="${location.origin}/embed.js"\n  data-flight="${flight}" data-lang="${locale}"\n  data-title="${inMarkup(title)}"></script>`;
  // The menu is placed again with what it has more.
  useLayoutEffect(() => {
    if (open) onOpen();
  }, [open, onOpen]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      lines.current?.select();
    }
  };
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="globe" size={20} />
        {t('share.embed')}
      </button>
      {open && (
        <div className={styles.embed}>
          <p id="embed-hint">{t('share.embed_hint')}</p>
          <textarea
            ref={lines}
            readOnly
            rows={7}
            dir="ltr"
            value={code}
            aria-labelledby="embed-hint"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <button type="button" onClick={() => void copy()}>
            <Icon name={copied ? 'check' : 'copy'} size={20} />
            {t(copied ? 'share.copied' : 'share.embed_copy')}
          </button>
        </div>
      )}
    </>
  );
}

/** A plus sign is no space in the address of a letter (RFC 6068). */
const mailQuery = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
