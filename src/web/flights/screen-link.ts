/**
 * The link of a screen that presents a flight and the phone that leads it. Both follow the code that the screen shows, and
 * what either says to it comes to the other one; the server keeps nothing of it.
 */
import type { ScreenMessage } from '#domain/flights/presentation-contract.ts';
import { connectLive, retryDelay, type Socket } from '#web/lib/live.ts';

/** Heartbeats come every 20 s. */
const silence_ms = 45_000;

export interface ScreenLinkOptions {
  code: string;
  onMessage: (message: ScreenMessage) => void;
  /** The link is open, for the first time or again: what was said before was missed. */
  onOpen: () => void;
  connect?: () => Socket;
}

/** Follows a code until the returned function is called; it connects again whenever the line is lost. */
export function followScreen({ code, onMessage, onOpen, connect = connectLive }: ScreenLinkOptions): () => void {
  const topic = `screen:${code}`;
  let socket: Socket | null = null;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  begin();
  addEventListener('online', begin);
  return () => {
    removeEventListener('online', begin);
    drop();
  };

  function begin(): void {
    drop();
    const own = connect();
    socket = own;
    heard();
    own.onopen = () => {
      own.send(JSON.stringify({ subscribe: topic }));
      onOpen();
    };
    own.onmessage = ({ data }) => {
      heard();
      const frame = JSON.parse(String(data)) as { topic: string; said?: ScreenMessage | null };
      if (frame.topic !== topic) return;
      tries = 0;
      if (frame.said) onMessage(frame.said);
    };
    own.onclose = () => {
      if (socket === own) again();
    };
  }

  function heard(): void {
    clearTimeout(silence);
    silence = setTimeout(again, silence_ms);
  }

  function again(): void {
    drop();
    retry = setTimeout(begin, retryDelay(tries));
    tries += 1;
  }

  function drop(): void {
    clearTimeout(retry);
    clearTimeout(silence);
    const old = socket;
    socket = null;
    old?.close();
  }
}

/** Says something to who follows a code. @returns whether the server took it */
export async function say(code: string, message: ScreenMessage): Promise<boolean> {
  try {
    const answer = await fetch('/api/screens/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, message }),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** A new code: 128 bits by chance. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}
