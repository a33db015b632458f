/** SMS by a service that takes them as JSON; without one, into the outbox table. */
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Service } from '#server/outside/service.ts';
import { putIntoOutbox } from './outbox.ts';

export interface Sms {
  to: string;
  text: string;
}

/**
 * Creates the function that sends SMS: `POST SMS_URL` with `{to, text}`, and the user and password of that address. It
 * throws when the service does not take the message.
 */
export function createSmsSender({ sms_url }: Pick<Config, 'sms_url'>, db: Database, service: Service) {
  if (sms_url === undefined)
    return ({ to, text }: Sms) => putIntoOutbox(db, { channel: 'sms', recipient: to, subject: '', text });
  const { username, password, ...rest } = partsOf(sms_url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return async (message: Sms): Promise<void> => {
    const answer = await service.fetch(rest.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(username && { authorization }) },
      body: JSON.stringify(message),
    });
    if (!answer.ok) throw new Error(`the SMS service answered ${answer.status}`);
  };
}

/** fetch refuses addresses with a password. */
function partsOf(text: string): { address: string; username: string; password: string } {
  const url = new URL(text);
  const [username, password] = [url.username, url.password].map(decodeURIComponent) as [string, string];
  url.username = url.password = '';
  return { address: url.href, username, password };
}
