/** The button that passes a page on: by what the device offers for it, else by a small menu, fetched when it is needed. */
import { useState } from 'react';
import { useHydrated } from '#web/lib/hydrated.ts';
import { later } from '#web/lib/later.tsx';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import styles from './share.module.css';

const ShareMenu = later(
  async () => (await import('./ShareMenu.tsx')).ShareMenu,
  () => <></>,
);

export interface ShareProps {
  /** What is shared, in words. */
  title: string;
  /** The page that is shared; by default the one that is shown. */
  path?: string;
  className?: string;
  /** Without words. */
  bare?: boolean;
}

export function Share({ title, path, className = styles.button, bare = false }: ShareProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const hydrated = useHydrated();
  const [menu, setMenu] = useState<{ url: string; button: HTMLElement } | null>(null);
  const share = async (button: HTMLElement) => {
    // The language of the page is that of the picture of its link.
    const url = new URL(path ?? location.pathname + location.search, location.origin);
    url.searchParams.set('lang', locale);
    // What a device offers cannot show the board of a flight on a site; at a desk somebody may look for that.
    if (/flights/.test(url.pathname) && innerWidth > 760) {
      setMenu({ url: url.href, button });
      return;
    }
    try {
      await navigator.share({ title, url: url.href });
    } catch (error) {
      // Aborted: the reader has closed what the device offered.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setMenu({ url: url.href, button });
    }
  };
  return (
    <>
      <button
        type="button"
        className={`${className} ${hydrated ? '' : 'awaited'}`}
        aria-label={t('share.do')}
        title={bare ? t('share.do') : undefined}
        onClick={({ currentTarget }) => void share(currentTarget)}
      >
        <Icon name="share" size={bare ? 22 : 19} />
        {!bare && <span>{t('share.do')}</span>}
      </button>
      {menu && <ShareMenu title={title} {...menu} onClose={() => setMenu(null)} />}
    </>
  );
}
