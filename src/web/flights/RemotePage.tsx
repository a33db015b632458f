/**
 * A phone that leads a screen: it turns the pages, holds them, and chooses language and appearance. The code of the screen
 * is behind the `#` of the address, which no server sees.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { isSlide, type Slide, slideParts } from '#domain/flights/presentation.ts';
import type { ScreenOrder, ScreenState } from '#domain/flights/presentation-contract.ts';
import { isLocale, type Locale, localeFacts, locales } from '#domain/locales.ts';
import { themes } from '#domain/site.ts';
import { metaOf } from '#web/lib/head.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { noFrame } from '#web/shell/frame.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { useOffline } from '#web/ui/LostConnection.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/RemotePage.ts';
import styles from './remote.module.css';
import { loadRemote } from './remote-loader.server.ts';
import { followScreen, say } from './screen-link.ts';

export const loader = (args: Route.LoaderArgs) => loadRemote(args);

export const handle = { frame: noFrame };

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** An answer that is not there by then is said to be awaited, and a screen without one not to be there, ms. */
const [soon_ms, patience_ms] = [1000, 4000];
/** How long a screen may take to load the page in another language, ms. */
const loading_ms = 12_000;
/** How often a screen is asked whether it is there, ms. */
const again_ms = 15_000;

/** What the pages are called; each ranking has its own name. */
const names = {
  cover: 'present.cover',
  info: 'facts.title',
  podium: 'result.podium',
  places: 'present.further',
  progress: 'race.home',
  mine: 'mine.title',
  next: 'home.next_release',
} as const;

export default function RemotePage({ loaderData: { flight, loft_name, rankings } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { code, isWrong, state, isUnsent, isAwaited, isLost, wasThere, order } = useRemote();
  const isOffline = useOffline() !== null || isUnsent;
  // One that never answered has most likely another code by now.
  const silent = wasThere ? 'nobody' : 'code_over';
  const trouble = code === null ? (isWrong ? 'code_over' : 'no_code') : isOffline ? 'offline' : isLost ? silent : null;
  // What is said to a screen that does not answer may be lost.
  const isOff = !state || isOffline || isAwaited;
  const nameOf = (slide: Slide): string => {
    const { kind, ranking_id } = slideParts(slide);
    return kind === 'aces' ? (rankings.find(({ id }) => id === ranking_id)?.name ?? t('aces.title')) : t(names[kind]);
  };
  return (
    <div className={`wrap ${styles.remote}`}>
      <h1>{t('present.remote')}</h1>
      <p className={styles.flight}>
        <Link to={flightPath(flight)}>
          <bdi>{flight.name}</bdi>
        </Link>{' '}
        <bdi>{loft_name}</bdi>
      </p>
      <p role="status" className={styles.state} data-lost={trouble !== null || undefined}>
        {t(trouble ? `present.${trouble}` : state && !isAwaited ? 'present.connected' : 'present.looking')}
      </p>
      <noscript>
        <p>{t('present.needs_script')}</p>
      </noscript>
      <div className={styles.turn}>
        <Button onPress={() => order({ do: 'previous' })} isOff={isOff}>
          {t('paging.previous')}
        </Button>
        <Button onPress={() => order({ do: 'next' })} isOff={isOff}>
          {t('paging.next')}
        </Button>
      </div>
      <Button onPress={() => order({ do: 'hold' })} isOff={isOff} isPressed={state?.is_held ?? false}>
        <Icon name={state?.is_held ? 'play' : 'pause'} size={24} />
        {t(state?.is_held ? 'present.go_on' : 'present.hold')}
      </Button>
      <label className={styles.choice}>
        <span>{t('present.page')}</span>
        <select
          value={state?.slide ?? ''}
          disabled={isOff}
          onChange={({ target: { value } }) => {
            if (isSlide(value)) order({ do: 'show', slide: value });
          }}
        >
          {!state && <option value="" />}
          {state?.slides.map((slide) => (
            <option key={slide} value={slide}>
              {nameOf(slide)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.choice}>
        <span>{t('footer.language')}</span>
        <select
          value={state?.locale ?? ''}
          disabled={isOff}
          onChange={({ target: { value } }) => {
            if (isLocale(value)) order({ do: 'language', locale: value });
          }}
        >
          {!state && <option value="" />}
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={localeFacts[locale].lang}>
              {localeFacts[locale].name}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={styles.choice}>
        <legend>{t('footer.theme')}</legend>
        <div className={styles.turn}>
          {themes.map((theme) => (
            <Button
              key={theme}
              onPress={() => order({ do: 'theme', theme })}
              isOff={isOff}
              isPressed={state?.theme === theme}
            >
              {t(`footer.${theme}`)}
            </Button>
          ))}
        </div>
        <p>{t('present.light_text')}</p>
      </fieldset>
    </div>
  );
}

interface ButtonProps {
  onPress: () => void;
  isOff: boolean;
  isPressed?: boolean;
  children: ReactNode;
}

const Button = ({ onPress, isOff, isPressed, children }: ButtonProps) => (
  <button
    type="button"
    className={`${panel.button} ${styles.button}`}
    disabled={isOff}
    aria-pressed={isPressed}
    onClick={onPress}
  >
    {children}
  </button>
);

/** The link to the screen. `code`: null where the address has none, undefined before it was read. */
function useRemote() {
  const [code, setCode] = useState<string | null>();
  const [isWrong, setWrong] = useState(false);
  const [state, setState] = useState<ScreenState | null>(null);
  const [wasThere, setThere] = useState(false);
  const [asked, setAsked] = useState(0);
  const [isUnsent, setUnsent] = useState(false);
  const [isAwaited, wait] = useState(false);
  const [isLost, lose] = useState(false);
  /** The language in which the screen loads its page; null: it is there. */
  const language = useRef<Locale | null>(null);
  useEffect(() => {
    const read = /^#([\w-]{22})$/.exec(location.hash)?.[1] ?? null;
    setCode(read);
    setWrong(read === null && location.hash !== '');
  }, []);
  const send = useCallback(
    (one: ScreenOrder) => {
      if (!code) return;
      if (one.do === 'language') {
        language.current = one.locale;
        wait(true);
      }
      setAsked((before) => before + 1);
      void say(code, { order: one }).then((isSent) => setUnsent(!isSent));
    },
    [code],
  );
  useEffect(() => {
    if (!code) return;
    const hello = () => send({ do: 'hello' });
    const seen = () => {
      if (!document.hidden) hello();
    };
    document.addEventListener('visibilitychange', seen);
    const stop = followScreen({
      code,
      onOpen: hello,
      onMessage: (message) => {
        if (!('state' in message)) return;
        // What the page before said on its way out.
        if (language.current && message.state.locale !== language.current) return;
        language.current = null;
        setState(message.state);
        setThere(true);
        setAsked(0);
        wait(false);
        lose(false);
      },
    });
    return () => {
      stop();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [code, send]);
  // Also one that is there: nobody is told to press what does nothing.
  useEffect(() => {
    const timer = setInterval(() => document.hidden || !navigator.onLine || send({ do: 'hello' }), again_ms);
    return () => clearInterval(timer);
  }, [send]);
  // The screen answers each order.
  useEffect(() => {
    if (asked === 0) return;
    const timers = [
      setTimeout(() => wait(true), soon_ms),
      setTimeout(
        () => {
          language.current = null;
          lose(true);
          setState(null);
        },
        language.current ? loading_ms : patience_ms,
      ),
    ];
    return () => timers.forEach(clearTimeout);
  }, [asked]);
  return { code, isWrong, state, isUnsent, isAwaited, isLost, wasThere, order: send };
}
