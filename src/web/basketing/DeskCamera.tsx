/** The camera of the device as a reader of QR codes, where the browser can read them. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './desk.module.css';

interface Detector {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorOf = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Between two looks at the picture, ms; and how long the same code is not read again. */
const look_ms = 150;
const again_ms = 2500;

export function DeskCamera({ onRead }: { onRead: (text: string) => unknown }) {
  const { t } = useTranslation();
  const [can, setCan] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => setCan(detectorOf() !== undefined && navigator.mediaDevices !== undefined), []);
  if (!can) return null;
  return (
    <>
      <button
        type="button"
        className={styles.camera}
        aria-pressed={isOpen}
        aria-label={t(isOpen ? 'basketing_desk.camera_close' : 'basketing_desk.camera')}
        onClick={() => {
          setFailed(false);
          setOpen(!isOpen);
        }}
      >
        <Icon name="camera" size={28} />
      </button>
      {failed && <p role="alert">{t('basketing_desk.camera_none')}</p>}
      {isOpen && (
        <Viewfinder
          onRead={onRead}
          onFailed={() => {
            setOpen(false);
            setFailed(true);
          }}
        />
      )}
    </>
  );
}

function Viewfinder({ onRead, onFailed }: { onRead: (text: string) => unknown; onFailed: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onRead, onFailed });
  useEffect(() => {
    latest.current = { onRead, onFailed };
  });
  useEffect(() => {
    let over = false;
    let stream: MediaStream | null = null;
    let last = { text: '', at_ms: 0 };
    const detector = new (detectorOf()!)({ formats: ['qr_code'] });
    const look = async () => {
      const { current } = video;
      if (over || !current) return;
      const [code] = current.readyState >= 2 ? await detector.detect(current).catch(() => []) : [];
      const now_ms = performance.now();
      if (code && (code.rawValue !== last.text || now_ms - last.at_ms > again_ms)) {
        last = { text: code.rawValue, at_ms: now_ms };
        latest.current.onRead(code.rawValue);
      }
      if (!over) setTimeout(look, look_ms);
    };
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      (found) => {
        stream = found;
        if (over || !video.current) return stop();
        video.current.srcObject = found;
        void look();
      },
      () => latest.current.onFailed(),
    );
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    return () => {
      over = true;
      stop();
    };
  }, []);
  return <video ref={video} className={styles.viewfinder} autoPlay muted playsInline />;
}
