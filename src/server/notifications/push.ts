/** Messages to browsers that are closed, by the push service each of them named (RFC 8030, 8291, 8292). */
import { createECDH, createHmac } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import webPush from 'web-push';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/outside/services.ts';
import { lookupOutside, mayBePushService } from './push-address.ts';

/** A browser as it described itself. */
export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What the service worker shows. */
export interface PushMessage {
  title: string;
  body: string;
  /** Where a click leads. */
  path: string;
  /** What it is about: a message takes the place of an earlier one with the same. */
  tag: string;
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** `gone`: the browser will never take a message again. */
export type Pushed = 'taken' | 'gone';
export type PushSender = (browser: Browser, message: PushMessage) => Promise<Pushed>;

/** A browser that is away for longer is not told any more. */
const lives_s = 86_400;

/**
 * The key pair that push services know this installation by: worked out of its secret, so that every process has the
 * same and nothing more has to be kept.
 */
export function pushKeys(secret: string): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(createHmac('sha256', secret).update('web push').digest());
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/**
 * Sends messages to browsers.
 * @returns how; it throws when the push service does not answer or does not take the message now.
 */
export function createPushSender(
  {
    auth_secret,
    push_anywhere,
    contact_email,
    mail_from,
  }: Pick<Config, 'auth_secret' | 'push_anywhere' | 'contact_email' | 'mail_from'>,
  serviceAt: Services['pushAt'],
): PushSender {
  const keys = pushKeys(auth_secret!);
  // Push services want to know whom to write to.
  const subject = `mailto:${contact_email ?? /<([^<>]+)>/.exec(mail_from)?.[1] ?? mail_from}`;
  return async ({ endpoint, p256dh, auth }, message) => {
    if (!push_anywhere && !mayBePushService(endpoint)) return 'gone';
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject, ...keys },
      TTL: lives_s,
      urgency: 'high',
    });
    const status = await serviceAt(new URL(endpoint).origin).call(async (signal) => {
      const answered = await post(endpoint, details, { anywhere: push_anywhere, signal });
      if (answered >= 500) throw new Error(`the push service answered ${answered}`);
      return answered;
    });
    if (status === 404 || status === 410) return 'gone';
    if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
    return 'taken';
  };
}

/** The library's own request looks names up where they lead inside. @returns the status of the answer */
function post(
  endpoint: string,
  { headers, body }: Pick<webPush.RequestDetails, 'headers' | 'body'>,
  { anywhere, signal }: { anywhere: boolean; signal: AbortSignal },
): Promise<number> {
  const send = endpoint.startsWith('http:') ? overHttp : overHttps;
  return new Promise((resolve, reject) => {
    const asked = send(
      endpoint,
      {
        method: 'POST',
        headers,
        signal,
        ...(anywhere ? {} : { lookup: lookupOutside }),
      },
      (answer) => {
        // What it says is not wanted, however long it is.
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}
