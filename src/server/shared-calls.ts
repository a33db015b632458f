/**
 * What shared pages ask. A page is made for each language, light and kind of reader, and all of these ask the same as
 * nobody: they are given one reply, for as long as a copy of a page is fresh.
 */
import type { CallOf, Contract, ReplyOf } from '#domain/contract.ts';
import type { Call } from './route.ts';

export interface SharedCalls {
  /** The calls of one page, and since when what they were told may be old. */
  forPage(): { call: Call; since_ms(): number };
  /** Something has changed that readers are being told of at this moment: nothing from before is told any more. */
  clear(): void;
}

export interface SharedCallsOptions {
  /** Asks as nobody. */
  call: Call;
  /** How long a reply is told. */
  keep_ms: number;
  now_ms?: () => number;
}

interface Told {
  reply: Promise<unknown>;
  asked_ms: number;
}

export function createSharedCalls({ call, keep_ms, now_ms = Date.now }: SharedCallsOptions): SharedCalls {
  let told = new Map<string, Told>();

  return {
    forPage() {
      let since_ms = now_ms();
      return {
        since_ms: () => since_ms,
        call<C extends Contract>(contract: C, input: CallOf<C>): Promise<ReplyOf<C>> {
          if (contract.method !== 'GET') return call(contract, input);
          const key = `${contract.path} ${JSON.stringify(input)}`;
          const known = told.get(key);
          const { reply, asked_ms } = known && now_ms() - known.asked_ms < keep_ms ? known : ask(contract, input, key);
          since_ms = Math.min(since_ms, asked_ms);
          return reply as Promise<ReplyOf<C>>;
        },
      };
    },
    clear() {
      // What is being asked was begun before the change.
      told = new Map();
    },
  };

  function ask(contract: Contract, input: CallOf<Contract>, key: string): Told {
    const among = told;
    const own = { reply: call(contract, input), asked_ms: now_ms() };
    among.set(key, own);
    const forget = () => {
      if (among.get(key) === own) among.delete(key);
    };
    // A list of thousands of birds is not held for longer than somebody may be told it; a refusal is said once.
    own.reply.then(() => setTimeout(forget, keep_ms).unref(), forget);
    return own;
  }
}
