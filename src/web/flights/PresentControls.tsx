/** The controls of a presentation, which stand there while somebody moves a pointer or uses the keyboard. */
import { useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Deck, Move } from '#domain/flights/presentation.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { later } from '#web/lib/later.tsx';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Away } from './MissingPart.tsx';
import styles from './present.module.css';
import type { LandingSound } from './sound.ts';
import type { ScreenLead } from './use-screen.ts';

/** Only for who leads the screen from a phone. */
const ScreenCode = later(async () => (await import('./ScreenCode.tsx')).ScreenCode, Away);

/** How long they stand there after the last touch, ms. */
const shown_ms = 5000;

export interface PresentControlsProps {
  flight: Flight;
  deck: Deck;
  move: (move: Move) => void;
  sound: LandingSound;
  screen: ScreenLead;
  fill: () => void;
}

export function PresentControls({ flight, deck, move, sound, screen, fill }: PresentControlsProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const isTouched = useTouched();
  if (!hydrated) return null;
  return (
    <>
      {screen.address && <ScreenCode address={screen.address} close={screen.toggle} />}
      <div
        className={styles.controls}
        data-shown={isTouched || undefined}
        role="toolbar"
        aria-label={t('present.title')}
      >
        <button type="button" onClick={() => move({ do: 'previous' })}>
          {t('paging.previous')}
        </button>
        <button type="button" aria-pressed={deck.is_held} onClick={() => move({ do: 'hold' })}>
          <Icon name={deck.is_held ? 'play' : 'pause'} />
          {t(deck.is_held ? 'present.go_on' : 'present.hold')}
        </button>
        <button type="button" onClick={() => move({ do: 'next' })}>
          {t('paging.next')}
        </button>
        <button
          type="button"
          aria-pressed={sound.on}
          title={t('live.sound_title')}
          onClick={() => sound.set(!sound.on)}
        >
          <Icon name={sound.on ? 'sound' : 'mute'} />
          {t(sound.on ? 'live.sound_on' : 'live.sound')}
        </button>
        <button type="button" onClick={fill}>
          {t('present.full_screen')}
        </button>
        <button type="button" aria-expanded={screen.address !== null} onClick={screen.toggle}>
          <Icon name="mobile" />
          {t('present.remote')}
        </button>
        <a href={flightPath(flight)}>
          <Icon name="close" />
          {t('notice.close')}
        </a>
        <p>{t('present.keys')}</p>
      </div>
    </>
  );
}

/** Whether somebody has just moved a pointer, touched the screen, or pressed Tab. */
function useTouched(): boolean {
  const [isTouched, touch] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const touched = () => {
      touch(true);
      clearTimeout(timer);
      timer = setTimeout(() => touch(false), shown_ms);
    };
    const events = ['pointermove', 'pointerdown'] as const;
    for (const event of events) addEventListener(event, touched);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, touched);
    };
  }, []);
  return isTouched;
}
