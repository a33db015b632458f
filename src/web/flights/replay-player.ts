/**
 * The clock of a replay. Everything that follows it hears of each frame at most once, however often it is moved between
 * two frames; what costs more to draw hears of it twice a second, and when it rests.
 */

export const speeds = [1, 10, 60, 300, 600] as const;
export type Speed = (typeof speeds)[number];

export interface PlayerState {
  isPlaying: boolean;
  speed: Speed;
  /** Whether a finger is on the slider. */
  isScrubbing: boolean;
}

export interface Player {
  /** The moment that is shown, epoch ms. */
  at(): number;
  state(): PlayerState;
  play(): void;
  pause(): void;
  setSpeed(speed: Speed): void;
  seek(at_ms: number): void;
  scrub(isScrubbing: boolean): void;
  /** Each returns how to stop hearing. */
  onFrame(listener: (at_ms: number) => void): () => void;
  onRest(listener: (at_ms: number) => void): () => void;
  onState(listener: () => void): () => void;
  stop(): void;
}

/** How often what rests follows while the replay plays, and how soon after the last move otherwise, ms. */
const slow_ms = 500;
const rest_ms = 160;
/** A frame that comes later than this was not shown meanwhile: another tab was. */
const longest_frame_ms = 500;

export interface PlayerOptions {
  from_ms: number;
  to_ms: number;
  at_ms: number;
  /** Where it begins anew after its end. */
  start_ms?: number;
  speed?: Speed;
  request?: (frame: (now_ms: number) => void) => number;
  cancel?: (id: number) => void;
}

export function createPlayer({
  from_ms,
  to_ms,
  at_ms: first_ms,
  start_ms = from_ms,
  speed = 60,
  request = (frame) => requestAnimationFrame(frame),
  cancel = (id) => cancelAnimationFrame(id),
}: PlayerOptions): Player {
  const inside = (ms: number) => Math.min(to_ms, Math.max(from_ms, ms));
  let at_ms = inside(first_ms);
  let state: PlayerState = { isPlaying: false, speed, isScrubbing: false };
  let asked = 0;
  let last_ms: number | null = null;
  let rested_ms = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const frames = new Set<(at_ms: number) => void>();
  const rests = new Set<(at_ms: number) => void>();
  const states = new Set<() => void>();

  function ask(): void {
    asked ||= request(frame);
  }

  function frame(now_ms: number): void {
    asked = 0;
    if (state.isPlaying && !state.isScrubbing) {
      const passed_ms = last_ms === null ? 0 : Math.min(longest_frame_ms, now_ms - last_ms);
      at_ms = inside(at_ms + passed_ms * state.speed);
      last_ms = now_ms;
      if (at_ms === to_ms) change({ isPlaying: false });
      else ask();
    }
    for (const hear of frames) hear(at_ms);
    if (state.isPlaying && !state.isScrubbing && now_ms - rested_ms >= slow_ms) {
      rested_ms = now_ms;
      rest();
    } else if (!state.isPlaying || state.isScrubbing) restSoon();
  }

  function restSoon(): void {
    clearTimeout(resting);
    if (!state.isScrubbing) resting = setTimeout(rest, rest_ms);
  }

  function rest(): void {
    clearTimeout(resting);
    for (const hear of rests) hear(at_ms);
  }

  function change(next: Partial<PlayerState>): void {
    state = { ...state, ...next };
    for (const hear of states) hear();
  }

  const listen = <Listener>(set: Set<Listener>, listener: Listener) => {
    set.add(listener);
    return () => void set.delete(listener);
  };

  return {
    at: () => at_ms,
    state: () => state,
    play() {
      if (state.isPlaying) return;
      if (at_ms === to_ms) at_ms = inside(start_ms);
      last_ms = null;
      change({ isPlaying: true });
      ask();
    },
    pause() {
      if (!state.isPlaying) return;
      change({ isPlaying: false });
      ask();
    },
    setSpeed: (next) => change({ speed: next }),
    seek(ms) {
      at_ms = inside(ms);
      ask();
    },
    scrub(isScrubbing) {
      if (state.isScrubbing === isScrubbing) return;
      last_ms = null;
      change({ isScrubbing });
      ask();
    },
    onFrame: (listener) => listen(frames, listener),
    onRest: (listener) => listen(rests, listener),
    onState: (listener) => listen(states, listener),
    stop() {
      cancel(asked);
      asked = 0;
      clearTimeout(resting);
    },
  };
}
