/** A call to try out: its reply is shown below it; without a script the link opens it. */
import { type MouseEvent, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './developers.module.css';

interface Tried {
  status: number;
  etag: string | null;
  text: string;
}

/** So much of a reply is shown, in characters. */
const shown = 4000;

export function TryCall({ path }: { path: string }) {
  const { t } = useTranslation();
  const [tried, setTried] = useState<Tried | 'waiting' | 'failed' | null>(null);
  const ask = async (event: MouseEvent) => {
    // Opened in another tab by whoever asks for that.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setTried('waiting');
    try {
      const reply = await fetch(path, { credentials: 'omit' });
      const text = await reply.text();
      const isJson = reply.headers.get('content-type')?.includes('json');
      setTried({
        status: reply.status,
        etag: reply.headers.get('etag'),
        text: isJson ? JSON.stringify(JSON.parse(text), null, 2) : text,
      });
    } catch {
      setTried('failed');
    }
  };
  const reply = typeof tried === 'object' ? tried : null;
  return (
    <div className={styles.try}>
      <p>
        <a className={panel.button} href={path} onClick={(event) => void ask(event)} aria-busy={tried === 'waiting'}>
          {t('developers.ask')}
        </a>
        <code dir="ltr">{path}</code>
      </p>
      <p role="status" className={reply ? styles.status : undefined}>
        {tried === 'failed' && t('developers.no_reply')}
        {reply && (
          <>
            {t('developers.reply')}: <bdi dir="ltr">{reply.status}</bdi>
            {reply.etag && (
              <>
                {' · '}
                <bdi dir="ltr">ETag {reply.etag}</bdi>
              </>
            )}
          </>
        )}
      </p>
      {reply && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long reply is scrolled by the keyboard too
        <section className={styles.text} dir="ltr" tabIndex={0} aria-label={t('developers.reply')}>
          <pre>{reply.text.length > shown ? `${reply.text.slice(0, shown)} …` : reply.text}</pre>
        </section>
      )}
    </div>
  );
}
