/**
 * Why a bird has its place, beside the board: opened by the times of its rows. Which bird is shown stands in the
 * fragment of the address, so that “back” closes the panel and a copied address opens it; without a script the same
 * link leads to the page of the place.
 */
import { type MouseEvent, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { later } from '#web/lib/later.tsx';
import { Away } from './MissingPart.tsx';
import type { OpenedPlaceProps } from './OpenedPlace.tsx';

const OpenedPlace = later(async () => (await import('./OpenedPlace.tsx')).OpenedPlace, Away);

const fragment = /^#place-(\d+)$/;

/** A click on the time of a row opens the panel instead of the page. */
export function useOpenPlace(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const link = (event.target as Element).closest<HTMLElement>('a[data-place]');
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !plain) return;
      event.preventDefault();
      event.stopPropagation();
      const hash = `place-${link.dataset.place}`;
      // A second touch while it opens would take “back” to the panel once more.
      if (location.hash === `#${hash}`) return;
      void navigate({ search: location.search, hash }, { preventScrollReset: true, state: { isOpened: true } });
    },
    [navigate],
  );
}

interface PlacePanelProps extends Omit<OpenedPlaceProps, 'pigeon_id' | 'version'> {
  /** Changes when the place of the bird may have changed. */
  version: (pigeon_id: number) => string;
}

export function PlacePanel({ flight, loft, version }: PlacePanelProps) {
  const { hash } = useLocation();
  const found = fragment.exec(hash);
  if (!found) return null;
  const pigeon_id = Number(found[1]);
  return <OpenedPlace key={pigeon_id} {...{ flight, loft, pigeon_id }} version={version(pigeon_id)} />;
}
