/**
 * Shared calls of public pages. A page is made for each language, theme and kind of reader, and all of these make the
 * same calls as an anonymous actor: they share one reply, for as long as a copy of a page is fresh.
 */
import type { CallOf, Contract, ReplyOf } from '#domain/contract.ts';
import type { Call } from './route.ts';

export interface SharedCalls {
  /** The calls of one page, and the age of the oldest reply among them. */
  forPage(): { call: Call; since_ms(): number };
  /** Discards all replies: a change is being announced to readers at this moment. */
  clear(): void;
}

export interface SharedCallsOptions {
  /** Makes calls as an anonymous actor. */
  call: Call;
  /** How long a reply is shared. */
  keep_ms: number;
  now_ms?: () => number;
}

interface SharedReply {
  reply: Promise<unknown>;
  asked_ms: number;
}

export function createSharedCalls({ call, keep_ms, now_ms = Date.now }: SharedCallsOptions): SharedCalls {
  let replies = new Map<string, SharedReply>();

  return {
    forPage() {
      let since_ms = now_ms();
      return {
        since_ms: () => since_ms,
        call<C extends Contract>(contract: C, input: CallOf<C>): Promise<ReplyOf<C>> {
          if (contract.method !== 'GET') return call(contract, input);
          const key = `${contract.path} ${JSON.stringify(input)}`;
          const known = replies.get(key);
          const { reply, asked_ms } = known && now_ms() - known.asked_ms < keep_ms ? known : ask(contract, input, key);
          since_ms = Math.min(since_ms, asked_ms);
          return reply as Promise<ReplyOf<C>>;
        },
      };
    },
    clear() {
      // Calls in progress were begun before the change.
      replies = new Map();
    },
  };

  function ask(contract: Contract, input: CallOf<Contract>, key: string): SharedReply {
    const among = replies;
    const own = { reply: call(contract, input), asked_ms: now_ms() };
    among.set(key, own);
    const forget = () => {
      if (among.get(key) === own) among.delete(key);
    };
    // A list of thousands of birds is not held longer than it may be shared; a refusal is not shared.
    own.reply.then(() => setTimeout(forget, keep_ms).unref(), forget);
    return own;
  }
}
