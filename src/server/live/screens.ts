/**
 * The topics of screens that present a flight (`screen:{code}`): what is said to a code goes to all who follow it, the
 * screen that shows the code and the phones that read it. Nothing of it is kept; a topic is there while it is followed.
 */
import { type Channel, type Follower, write } from './channel.ts';
import { pingFrame, textFrame } from './frame.ts';

/** A screen and the phones that lead it; who has the code and opens more is not served. */
const mostFollowers = 16;

export interface Screens {
  /** Adds a follower; false where the topic has as many as it takes. */
  enter(follower: Follower, topic: string): boolean;
  /** Passes on a message, as JSON, that was said to a code. */
  say(code: string, message: string): void;
}

/** Whether a topic is that of a screen, and not of a flight. */
export const isScreen = (topic: string): boolean => topic.startsWith('screen:');

/** The frame of a message. */
const said = (topic: string, message: string) => textFrame(`{"topic":"${topic}","said":${message}}`);

export function createScreens(): Screens {
  const topics = new Map<string, Set<Follower>>();

  return {
    enter(follower, topic) {
      const followers = topics.get(topic) ?? new Set();
      if (followers.size >= mostFollowers) return false;
      topics.set(topic, followers.add(follower));
      follower.channels.set(topic, channelOf(topic, followers));
      return true;
    },
    say(code, message) {
      const topic = `screen:${code}`;
      const followers = topics.get(topic);
      if (!followers) return;
      const frame = said(topic, message);
      for (const { stream } of followers) write(stream, frame);
    },
  };

  /** For the hub a channel whose rows never change. */
  function channelOf(topic: string, followers: Set<Follower>): Channel {
    return {
      topic,
      enter: () => {},
      leave(follower) {
        follower.channels.delete(topic);
        followers.delete(follower);
        if (followers.size === 0 && topics.get(topic) === followers) topics.delete(topic);
      },
      wake: () => {},
      change: () => {},
      beat({ stream }) {
        write(stream, said(topic, 'null'));
        write(stream, pingFrame);
      },
      size: () => followers.size,
      close: () => {},
    };
  }
}
