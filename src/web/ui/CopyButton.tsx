/** Copies a text, and says so; only a script can, so without one it is not there. */
import { useState } from 'react';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

/** @param name what is copied, where several things can be */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  const word = t(copied ? 'devices.copied' : 'devices.copy');
  if (!hydrated) return null;
  return (
    <button
      type="button"
      className={panel.button}
      aria-label={name && `${word}: ${name}`}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon name={copied ? 'check' : 'document'} size={18} />
      {word}
    </button>
  );
}
