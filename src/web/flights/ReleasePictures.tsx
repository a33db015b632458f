/** The pictures of a release on the phone at the lorry: taken or chosen, waiting, sent, removed. */
import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ReleasePicture, removeReleasePicture } from '#domain/flights/release-contract.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clockTime } from '#web/lib/intl.ts';
import { send } from '#web/lib/send.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import type { WaitingPicture } from './release-pictures.ts';
import type { FlightKeyOfPage } from './use-release-phone.ts';
import { useReleasePictures } from './use-release-pictures.ts';

export interface ReleasePicturesProps {
  flight_key: FlightKeyOfPage;
  loft: { id: number; time_zone: string };
  pictures: readonly ReleasePicture[];
  /** Whether the site knows the release. */
  isReleased: boolean;
  /** How much the phone's clock is behind the site's, ms. */
  offset_ms: number;
}

export function ReleasePictures({ flight_key, loft, pictures, isReleased, offset_ms }: ReleasePicturesProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const { waiting, part, refused, add, again, drop } = useReleasePictures(flight_key, { loft_id: loft.id, isReleased });
  const [first] = waiting;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Allows the same file to be chosen again.
    target.value = '';
    if (file) void add(file, offset_ms);
  };
  return (
    <>
      <label className={`${panel.button} ${styles.add}`}>
        <Icon name="camera" size={26} />
        {t('release.add_picture')}
        <input className="visually-hidden" type="file" accept="image/*" disabled={!hydrated} onChange={choose} />
      </label>
      {refused && (
        <Fault refusal={refused.refusal}>
          {refused.picture && (
            <>
              <button type="button" className={panel.button} onClick={again}>
                {t('error.again')}
              </button>
              <button type="button" className={panel.button} onClick={() => void drop(refused.picture!)}>
                {t('bird_photo.remove')}
              </button>
            </>
          )}
        </Fault>
      )}
      {(waiting.length > 0 || pictures.length > 0) && (
        <ul className={styles.pictures}>
          {waiting.map((picture) => (
            <Waits
              key={picture.id}
              picture={picture}
              time_zone={loft.time_zone}
              part={picture === first && isReleased ? part : 0}
            />
          ))}
          {pictures.map((picture) => (
            <Sent key={picture.id} {...{ picture, flight_key }} time_zone={loft.time_zone} />
          ))}
        </ul>
      )}
    </>
  );
}

function Fault({ refusal, children }: { refusal: Refusal; children?: ReactNode }) {
  const sentence = useSentence();
  const { code, params = {} } = Object.values(refusal.errors ?? {}).flat()[0] ?? refusal;
  return (
    <div className={styles.kept} role="alert">
      <b>{sentence({ code, params })}</b>
      {children}
    </div>
  );
}

/** A picture that is on this phone alone. */
function Waits({ picture, time_zone, part }: { picture: WaitingPicture; time_zone: string; part: number }) {
  const { t } = useTranslation();
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    const address = URL.createObjectURL(picture.content);
    setSrc(address);
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  return (
    <li data-waits>
      {src && <img src={src} alt={t('release.picture')} />}
      <TakenAt at={picture.at} time_zone={time_zone} />
      {part > 0 ? (
        <progress value={part} max={1} aria-label={t('release.kept')} />
      ) : (
        <span role="status">{t('release.kept')}</span>
      )}
    </li>
  );
}

type SentProps = { picture: ReleasePicture; flight_key: FlightKeyOfPage; time_zone: string };

function Sent({ picture, flight_key, time_zone }: SentProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [refused, setRefused] = useState<Refusal | null>(null);
  const remove = async () => {
    try {
      await send(removeReleasePicture, { params: { ...flight_key, picture_id: picture.id }, body: {} });
      await revalidate();
    } catch (error) {
      if (isRefusal(error)) setRefused(error);
    }
  };
  const { time } = clockTime(Date.parse(picture.at), time_zone);
  return (
    <li>
      <Picture file={picture} alt={t('release.picture')} sizes="(max-width: 560px) 50vw, 260px" />
      <TakenAt at={picture.at} time_zone={time_zone} />
      <details>
        <summary className={panel.button} aria-label={`${t('bird_photo.remove')}: ${time}`}>
          {t('bird_photo.remove')}
        </summary>
        <p>{t('bird_photo.remove_text')}</p>
        <button type="button" className={panel.button} onClick={() => void remove()}>
          {t('bird_photo.remove')}
        </button>
      </details>
      {refused && <Fault refusal={refused} />}
    </li>
  );
}

function TakenAt({ at, time_zone }: { at: string; time_zone: string }) {
  const { time } = clockTime(Date.parse(at), time_zone);
  return (
    <time dir="ltr" className="num" dateTime={at}>
      {time}
    </time>
  );
}
