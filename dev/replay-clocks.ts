import http from 'node:http';
import https from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxBatch, type recordReadingsCall } from '#domain/arrivals/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { cannot } from './connection.ts';

import type { Replay, ReplayClock } from './replay.ts';

export interface PlayOptions {
  /** The address of the program: `http://localhost:3000`. */
  address: string;
  signal: AbortSignal;
  /** Sends one reading in five again some seconds later, alone or shuffled with others. */
  repeats?: boolean;
  /** The second clock goes offline for so many seconds once in a while, and then sends what has accumulated. */
  offline_s?: number;
  /** Called when the program stops answering, and when it answers again. */
  say: (line: string) => void;
}

/** Counts of the replies to the clocks so far. */
export interface Played {
  of: number;
  stored: number;
  duplicates: number;
  conflicts: number;
  /** Stored, but no arrival: readings of unknown chips. */
  unranked: number;
  requests: number;
}

/** The progress of a running replay, and the promise of its end. */
export interface Playing {
  played: Played;
  /**
   * Resolves when every reading has a reply, or on the signal. Without a reply a clock sends again, without limit.
   * @throws Error in one sentence when the program refuses a clock or its readings.
   */
  done: Promise<void>;
}

/** Lets the clocks of a replay send their due readings, each on its own, in batches as real clocks do. */
export function play(replay: Replay, options: PlayOptions): Playing {
  const of = replay.clocks.reduce((total, clock) => total + clock.readings.length, 0);
  const played: Played = { of, stored: 0, duplicates: 0, conflicts: 0, unranked: 0, requests: 0 };
  // A clock that is refused stops the other one too.
  const failed = new AbortController();
  const stop = () => failed.abort();
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  const agent = new (options.address.startsWith('https:') ? https : http).Agent({ keepAlive: true });
  const run = (clock: ReplayClock, index: number) =>
    playClock(clock, replay, index, played, { ...options, agent, signal: failed.signal }).catch((error) => {
      stop();
      throw error;
    });
  const done = Promise.allSettled(replay.clocks.map(run)).then((ends) => {
    options.signal.removeEventListener('abort', stop);
    agent.destroy();
    const refused = ends.find((end) => end.status === 'rejected');
    if (refused) throw refused.reason;
  });
  return { played, done };
}

/** The interval at which a clock looks for due readings. */
const look_ms = 250;

async function playClock(
  clock: ReplayClock,
  { release_ms, factor, flight_id }: Replay,
  index: number,
  played: Played,
  { signal, repeats, offline_s, say, ...line }: PlayOptions & Line,
): Promise<void> {
  const due_ms = (reading: ReplayClock['readings'][number]) =>
    release_ms + (Date.parse(reading.device_time) - release_ms) / factor;
  const random = randomFrom(flight_id * 2 + index);
  const started_ms = Date.now();
  const offline_ms = index === 1 ? (offline_s ?? 0) * 1000 : 0;
  // Online for twice as long as offline.
  const hasLine = (now_ms: number) => !offline_ms || (now_ms - started_ms) % (3 * offline_ms) < 2 * offline_ms;
  let again: { at_ms: number; reading: ReplayClock['readings'][number] }[] = [];
  let next = 0;
  while (!signal.aborted && (next < clock.readings.length || again.length)) {
    const now_ms = Date.now();
    if (hasLine(now_ms)) {
      let end = next;
      while (end < clock.readings.length && end - next < maxBatch && due_ms(clock.readings[end]!) <= now_ms) end++;
      const batch = clock.readings.slice(next, end);
      if (batch.length) {
        if (!(await send(clock, batch))) return;
        next = end;
        if (repeats)
          for (const reading of batch)
            if (random() < 0.2) again.push({ at_ms: Date.now() + 500 + random() * 4500, reading });
      }
      const isDue = ({ at_ms }: { at_ms: number }) => at_ms <= now_ms || next === clock.readings.length;
      const repeated = again.filter(isDue).map(({ reading }) => reading);
      again = again.filter((one) => !isDue(one));
      for (const few of inBatches(shuffled(repeated, random), random)) if (!(await send(clock, few))) return;
      if (batch.length === maxBatch) continue;
    }
    await pause(look_ms, signal);
  }

  /** Sends until there is a reply; false after the signal. */
  async function send({ key, name }: ReplayClock, readings: ReplayClock['readings']): Promise<boolean> {
    let silent = false;
    for (let wait_ms = look_ms; !signal.aborted; wait_ms = Math.min(wait_ms * 2, 10_000)) {
      played.requests += 1;
      const answer = await post(line, key, { readings }, signal);
      if ('reply' in answer) {
        if (silent) say(`${line.address} answers ${name} again.`);
        for (const { status, unranked } of answer.reply.readings) {
          played[({ stored: 'stored', duplicate: 'duplicates', conflict: 'conflicts' } as const)[status]] += 1;
          if (unranked) played.unranked += 1;
        }
        return true;
      }
      if (answer.final) throw cannot(`${line.address} refuses ${name}: ${answer.trouble}`);
      if (!silent && !signal.aborted)
        say(`${line.address} does not answer ${name} (${answer.trouble}); it sends again until it does.`);
      silent = true;
      await pause(wait_ms, signal);
    }
    return false;
  }
}

/** The connections to the program; they are closed at the end, so that a program that stops need not wait for them. */
interface Line {
  address: string;
  agent: http.Agent;
}

type Answer = { reply: ReplyOf<typeof recordReadingsCall> } | { trouble: string; final: boolean };

/** One request. After an unknown outcome it is to be sent again: the ledger recognises duplicates. */
async function post({ address, agent }: Line, key: string, body: unknown, signal: AbortSignal): Promise<Answer> {
  try {
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const options = { method: 'POST', headers, agent, signal, timeout: 30_000 };
      const { request } = address.startsWith('https:') ? https : http;
      const sent = request(`${address}/api/devices/readings`, options, (response) => {
        readText(response).then((text) => resolve({ status: response.statusCode!, text }), reject);
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer in 30 s')));
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
    if (status === 200) return { reply: JSON.parse(text) as ReplyOf<typeof recordReadingsCall> };
    const final = status >= 400 && status < 500 && status !== 408 && status !== 429;
    const hint = status === 401 ? ' Does it work on another database?' : '';
    return { trouble: `${status} ${messageIn(text)}${hint}`, final };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { trouble: code ?? message, final: false };
  }
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { error?: string }).error ?? '';
  } catch {
    return text.slice(0, 100);
  }
}

/** Waits, but not beyond the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {}); // the signal was given; the caller looks at it
}

/** Random numbers in [0, 1), always the same for one seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** Cuts a list into batches: half of them of one, the others of up to twenty. */
function inBatches<T>(list: readonly T[], random: () => number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < list.length; start += batches.at(-1)!.length)
    batches.push(list.slice(start, start + (random() < 0.5 ? 1 : 2 + Math.floor(random() * 19))));
  return batches;
}
