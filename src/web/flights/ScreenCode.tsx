/** The QR code of a screen, for the phone that leads it. */
import { useMemo } from 'react';
import { encode } from 'uqr';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './present.module.css';

/** Light modules around a code, without which a camera does not find it. */
const border = 4;

export function ScreenCode({ address, close }: { address: string; close: () => void }) {
  const { t } = useTranslation();
  const { size, path } = useMemo(() => {
    const { size, data } = encode(address, { ecc: 'M', border });
    const rows = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: rows.join('') };
  }, [address]);
  return (
    <div className={styles.code} role="dialog" aria-labelledby="screen-code">
      <svg
        className={styles.qr}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('present.remote')}
        shapeRendering="crispEdges"
      >
        <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p id="screen-code">{t('present.scan')}</p>
      {/* Without a camera: to be sent to a phone. */}
      <p className={styles.address} dir="ltr">
        {address}
      </p>
      <button type="button" onClick={close}>
        {t('notice.close')}
      </button>
    </div>
  );
}
