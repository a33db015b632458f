/** The operator's tag manager, loaded only for readers who have allowed it. */
import { useEffect } from 'react';
import { tagManagerAt } from '#domain/site.ts';
import { usePage } from './page.ts';
import { useRootData } from './root-data.ts';

interface Measured {
  dataLayer?: object[];
}

export function useTagManager(): void {
  const measuring = useRootData()?.measuring;
  const { nonce } = usePage();
  const id = measuring?.consent === 'all' ? measuring.id : undefined;
  useEffect(() => {
    if (id === undefined || document.querySelector('script[data-tags]')) return;
    const measured = window as Measured;
    measured.dataLayer ??= [];
    measured.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    const script = document.createElement('script');
    script.async = true;
    script.dataset.tags = '';
    // The script passes the nonce on to the scripts that it loads.
    if (nonce) script.nonce = nonce;
    script.src = `${tagManagerAt}/gtm.js?id=${id}`;
    document.head.append(script);
  }, [id, nonce]);
}
