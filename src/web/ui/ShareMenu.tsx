/** The ways to pass a page on where the device offers none: its address to copy, and a letter. */
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
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
  useLayoutEffect(() => {
    const shown = menu.current!;
    const { bottom, left, right } = button.getBoundingClientRect();
    shown.showPopover();
    const room = document.documentElement.clientWidth - shown.offsetWidth - 8;
    const start = document.documentElement.dir === 'rtl' ? left : right - shown.offsetWidth;
    shown.style.setProperty('--x', `${Math.max(8, Math.min(start, room))}px`);
    shown.style.setProperty('--y', `${Math.min(bottom + 6, innerHeight - shown.offsetHeight - 8)}px`);
    shown.querySelector('button')?.focus();
  }, [button]);
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
    </div>,
    document.body,
  );
}

/** A plus sign is no space in the address of a letter (RFC 6068). */
const mailQuery = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
