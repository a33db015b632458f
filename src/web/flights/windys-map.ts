/**
 * Windy's own map over the site's (7.18): a frame without an origin, in which the server's document brings Windy's
 * script and draws what it is told (`server/flights/windy-frame.js`).
 */
import { attempted } from '#web/lib/attempts.ts';

/** What stands at a point of the map. */
export interface WindyMark {
  at: readonly [latitude: number, longitude: number];
  /** Its sign and its words, as the site's own map has them. */
  html: string;
  side: string;
  end: string | undefined;
}

export interface WindyState {
  lang: string;
  dir: string;
  course: readonly (readonly [latitude: number, longitude: number])[];
  marks: Readonly<Record<'from' | 'to' | 'bird', WindyMark | null>>;
  /** The moment of the weather. */
  at_ms: number;
  is_windy: boolean;
  is_warm: boolean;
  is_moving: boolean;
  metric: '°C' | '°F';
}

export interface WindyMap {
  update(state: WindyState): void;
  zoom(steps: number): void;
  /** Shows the whole line again. */
  whole(): void;
  stop(): void;
}

export interface WindyMapOptions {
  /** What the frame is called. */
  title: string;
  state: WindyState;
  every_ms: number;
  most: number;
  signal: AbortSignal;
}

/** The same as in the policy of the document, which also binds whoever opens it by itself. */
const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/**
 * Opens the map in a container.
 * @throws where it is not there after so many attempts (8.6), or when it is ended
 */
export async function openWindysMap(
  container: HTMLElement,
  { title, state, signal, ...attempts }: WindyMapOptions,
): Promise<WindyMap> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('sandbox', sandbox);
  frame.src = '/misc/windy-map';
  let told = '';
  let isOpen = false;
  // A frame without an origin can be named by no other target.
  const send = (message: object) => frame.contentWindow?.postMessage(message, '*');
  const update = (state: WindyState) => {
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    send({ state });
  };
  const hear = ({ source, data }: MessageEvent<{ windy_map?: unknown } | null>) => {
    if (source === frame.contentWindow && data?.windy_map === 'open') isOpen = true;
  };
  const stop = () => {
    removeEventListener('message', hear);
    frame.remove();
  };
  addEventListener('message', hear);
  // With its document comes the script, over whatever network there is: attempts are counted from then on.
  await new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
    signal.addEventListener('abort', () => resolve(), { once: true });
    container.append(frame);
  });
  update(state);
  try {
    await attempted(
      async () => {
        if (!isOpen) throw new Error('not open');
      },
      { ...attempts, signal },
    );
  } catch (error) {
    stop();
    throw error;
  }
  return { update, zoom: (zoom) => send({ zoom }), whole: () => send({ whole: true }), stop };
}
