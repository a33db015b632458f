/** The pictures of the release that wait on this phone, and their way to the site. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { uploadFiles } from '#domain/files/contract.ts';
import { sidesOf } from '#domain/files/file.ts';
import { addReleasePicture } from '#domain/flights/release-contract.ts';
import { pathOf } from '#domain/path.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { send } from '#web/lib/send.ts';
import { fitted, sendFile } from '#web/lib/upload.ts';
import { dropPicture, keepPicture, type WaitingPicture, waitingPictures } from './release-pictures.ts';
import type { FlightKeyOfPage } from './use-release-phone.ts';

/** Between two tries, ms. */
const retry_ms = 5000;
/** Of the JPEG: a phone at the lorry has a slow line. */
const quality = 0.85;

export interface ReleasePictures {
  waiting: readonly WaitingPicture[];
  /** The share of the first one that is sent, from 0 to 1. */
  part: number;
  /** Why the site does not take the first one, or `picture` null: why a file that was chosen is not taken. */
  refused: { picture: WaitingPicture | null; refusal: Refusal } | null;
  /** @param offset_ms how much the phone's clock is behind the site's */
  add(file: File, offset_ms: number): Promise<void>;
  /** Goes on after a refusal. */
  again(): void;
  drop(picture: WaitingPicture): Promise<void>;
}

/** @param isReleased whether the site knows the release: before, it takes no pictures */
export function useReleasePictures(
  { season_id, flight_id }: FlightKeyOfPage,
  { loft_id, isReleased }: { loft_id: number; isReleased: boolean },
): ReleasePictures {
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState<readonly WaitingPicture[]>([]);
  const [part, setPart] = useState(0);
  const [refused, setRefused] = useState<ReleasePictures['refused']>(null);
  /** The file of a picture that was uploaded before the network went. */
  const uploaded = useRef(new Map<string, number>());

  useEffect(() => {
    void waitingPictures(flight_id).then(setWaiting);
  }, [flight_id]);

  const drop = useCallback(
    async (picture: WaitingPicture) => {
      await dropPicture(flight_id, picture);
      setRefused(null);
      setWaiting((all) => all.filter(({ id }) => id !== picture.id));
    },
    [flight_id],
  );

  const [first] = waiting;
  useEffect(() => {
    if (!first || !isReleased || refused?.picture) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    let isSending = false;
    const sendIt = async () => {
      if (isSending) return;
      isSending = true;
      try {
        const file_id = uploaded.current.get(first.id) ?? (await upload(first, loft_id, setPart, signal));
        uploaded.current.set(first.id, file_id);
        const body = { id: first.id, at: first.at, file_id };
        await send(addReleasePicture, { params: { season_id, flight_id }, body });
        await revalidate();
        await drop(first);
      } catch (error) {
        // Without network it is sent again.
        if (!signal.aborted && isRefusal(error)) setRefused({ picture: first, refusal: error });
      } finally {
        isSending = false;
        setPart(0);
      }
    };
    void sendIt();
    const timer = setInterval(() => void sendIt(), retry_ms);
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [first, isReleased, refused, loft_id, season_id, flight_id, drop, revalidate]);

  return {
    waiting,
    part,
    refused,
    async add(file, offset_ms) {
      try {
        const content = await fitted(file, sidesOf.full, quality);
        // A file that was chosen says when it was made; a camera makes it now.
        const taken_ms = Math.min(file.lastModified, Date.now()) + offset_ms;
        const picture = { id: crypto.randomUUID(), at: new Date(taken_ms).toISOString(), content };
        setRefused((last) => (last?.picture ? last : null));
        setWaiting((all) => [...all, picture]);
        await keepPicture(flight_id, picture);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        setRefused({ picture: null, refusal: error });
      }
    },
    again: () => setRefused(null),
    drop,
  };
}

async function upload(
  { content }: WaitingPicture,
  loft_id: number,
  onPart: (part: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const file = new File([content], 'release.jpg', { type: content.type });
  const path = pathOf(uploadFiles.path, { loft_id }, { as: 'image' });
  const { id } = await sendFile(file, { path, as: 'image', isFitted: true, onPart, signal });
  return id;
}
