/** A letter goes out: by mail, to the browsers of its reader, or to their phone. */
import { localeFacts } from '#domain/locales.ts';
import { type Channel, events } from '#domain/notifications/notification.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Services } from '#server/outside/services.ts';
import { words } from '#server/words.ts';
import { htmlOf } from './html.ts';
import { createMailer } from './mail.ts';
import { createPushSender } from './push.ts';
import type { Letter, Reader } from './render.ts';
import { browsersOf } from './settings.ts';
import { createSmsSender } from './sms.ts';
import { stopToken } from './stop-token.ts';

/** Whom a letter goes to. */
export interface Addressee extends Reader {
  /** Null: the operator. */
  user_id: number | null;
  email: string | null;
  phone: string | null;
}

/** A letter about to go out. */
export interface Outgoing {
  id: number;
  event: string;
  key: string;
  letter: Letter;
  /** Who wrote it, when it was not the program. */
  reply_to?: string | undefined;
  to: Addressee;
}

/** `unreachable`: there is no address any more. */
export type Gone = 'sent' | 'unreachable';
export type ChannelSender = (outgoing: Outgoing) => Promise<Gone>;
export type Senders = Readonly<Record<Channel, ChannelSender>>;

/** Letters about an account name nothing else that their reader knows: their subject names the site. */
const ofAccounts: ReadonlySet<string> = new Set([
  'confirm_email',
  'email_known',
  'new_password',
  'sign_in',
  'security_notice',
]);

/** The ways out of this installation. @param site where readers find it */
export function createSenders(config: Config, db: Database, site: () => string, services: Services): Senders {
  const mail = createMailer(config, db, services.mail);
  const sms = createSmsSender(config, db, services.sms);
  const push = createPushSender(config, services.pushAt);

  return {
    async mail({ id, event, letter, reply_to, to }) {
      if (to.email === null) return 'unreachable';
      const about = events.find((one) => one === event);
      const token =
        about && to.user_id !== null
          ? stopToken(config.auth_secret!, { user_id: to.user_id, event: about, channel: 'mail' })
          : undefined;
      const stop_url = token && `${site()}/notifications/stop?token=${token}`;
      const { t } = words(to.locale);
      const end = stop_url
        ? [`-- \n${t('letters.settings')}\n${site()}/notifications\n\n${t('letters.stop')}\n${stop_url}`]
        : [];
      const below = stop_url
        ? [
            { words: t('letters.settings'), link: `${site()}/notifications` },
            { words: t('letters.stop'), link: stop_url },
          ]
        : [];
      const { title } = letter;
      const text = letter.more ? `${letter.text}\n\n${letter.more}` : letter.text;
      const link = reply_to ? undefined : site() + letter.path;
      await mail({
        to: to.email,
        subject: ofAccounts.has(event) ? `Loftline: ${title}` : title,
        html: htmlOf({ locale: to.locale, title, text, link, below }),
        text: [text, ...(link ? [link] : []), ...end].join('\n\n'),
        id: `<notification-${id}@${new URL(site()).hostname}>`,
        ...(reply_to && { reply_to }),
        ...(stop_url && { stop_url }),
      });
      return 'sent';
    },

    async push({ event, key, letter, to }) {
      const browsers = to.user_id === null ? [] : await browsersOf(db, to.user_id);
      const { lang, dir } = localeFacts[to.locale];
      const { title, text: body, path } = letter;
      const results = await Promise.allSettled(
        browsers.map(async ({ id, ...browser }) => {
          const pushed = await push(browser, { title, body, path, tag: `${event} ${key}`, lang, dir });
          if (pushed === 'gone') await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
          return pushed;
        }),
      );
      // One that shows it is enough: to the others it would only come again and again.
      if (results.some((one) => one.status === 'fulfilled' && one.value === 'taken')) return 'sent';
      const failed = results.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return 'unreachable';
    },

    async sms({ letter, to }) {
      if (to.phone === null) return 'unreachable';
      await sms({ to: to.phone, text: `${letter.text}\n${site()}${letter.path}` });
      return 'sent';
    },
  };
}
