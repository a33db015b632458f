/** Push messages to browsers, through the push service that each of them named (RFC 8030, 8291, 8292). */
import { createECDH, createHmac } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import webPush from 'web-push';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/outside/services.ts';
import { lookupOutside, mayBePushService } from './push-address.ts';

/** The subscription of a browser. */
export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The message that the service worker shows. */
export interface PushMessage {
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string;
  /** Its subject: a message replaces an earlier one with the same tag. */
  tag: string;
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** `gone`: the subscription has ended for good. */
export type Pushed = 'taken' | 'gone';
export type PushSender = (browser: Browser, message: PushMessage) => Promise<Pushed>;

/** The lifetime of a message: a browser that is offline for longer does not get it. */
const lives_s = 86_400;

/**
 * The key pair by which push services know this installation: derived from its secret, so that every process has the
 * same and nothing more is stored.
 */
export function pushKeys(secret: string): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(createHmac('sha256', secret).update('web push').digest());
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/**
 * Creates the function that sends messages to browsers; it throws when the push service does not answer or does not
 * take the message now.
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
  // Push services require a contact address.
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

/** The library's own request would resolve names to internal addresses. @returns the status of the reply */
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
        // The body of the reply is discarded, however long it is.
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}
