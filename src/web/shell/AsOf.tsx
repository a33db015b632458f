/** States the age of a cached page while the server does not reply, and retries until it does. */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useAsOf } from '#web/lib/as-of.ts';
import { formatAge, formatMoment } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import lost from '#web/ui/lost.module.css';

const again_ms = 10_000;

export function AsOf() {
  const at_ms = useAsOf();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (at_ms === null) return;
    const again = () => {
      if (!document.hidden) void revalidate();
    };
    const timer = setInterval(again, again_ms);
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [at_ms, revalidate]);
  return (
    <div role="status" className={lost.place}>
      {at_ms !== null && <Line at_ms={at_ms} />}
    </div>
  );
}

function Line({ at_ms }: { at_ms: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [now_ms, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={lost.lost}>
      <Icon name="alert" />
      <span>{t('offline.as_of', { time: formatMoment(locale, at_ms, now_ms) })}</span>
      {/* Announced to screen readers once, without the age. */}
      {now_ms - at_ms >= 60_000 && <span aria-hidden="true">{formatAge(locale, now_ms - at_ms)}</span>}
    </p>
  );
}
