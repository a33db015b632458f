/** Sends a rendered notice: by mail, to the browsers of its reader, or by SMS. */
import { localeFacts, withoutIsolates } from '#domain/locales.ts';
import { type Channel, events } from '#domain/notifications/notification.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Services } from '#server/outside/services.ts';
import { words } from '#server/translations.ts';
import { type Brand, htmlOf } from './html.ts';
import { createMailer } from './mail.ts';
import { createPushSender } from './push.ts';
import type { Addressee, RenderedNotice } from './render.ts';
import { browsersOf } from './settings.ts';
import { createSmsSender } from './sms.ts';
import { stopToken } from './stop-token.ts';

/** A notice about to be sent. */
export interface Outgoing {
  id: number;
  event: string;
  key: string;
  notice: RenderedNotice;
  /** The sender's address, when a person wrote it and not the program. */
  reply_to?: string | undefined;
  to: Addressee;
  /** The loft that it comes from, where it has a colour of its own. */
  brand?: Brand | undefined;
}

/** `unreachable`: the recipient has no address any more. */
export type Gone = 'sent' | 'unreachable';
export type ChannelSender = (outgoing: Outgoing) => Promise<Gone>;
export type Senders = Readonly<Record<Channel, ChannelSender>>;

/** Account notices mention no loft or flight that their reader would recognise, so their subject names the site. */
const ofAccounts: ReadonlySet<string> = new Set([
  'confirm_email',
  'email_known',
  'new_password',
  'account_merge',
  'account_merged',
  'sign_in',
  'security_notice',
]);

/** The senders of this installation, by channel. @param site gives the public address of the site */
export function createSenders(config: Config, db: Database, site: () => string, services: Services): Senders {
  const mail = createMailer(config, db, services.mail);
  const sms = createSmsSender(config, db, services.sms);
  const push = createPushSender(config, services.pushAt);

  return {
    async mail({ id, event, notice, reply_to, to, brand }) {
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
      const { title } = notice;
      const text = notice.more ? `${notice.text}\n\n${notice.more}` : notice.text;
      const link = reply_to ? undefined : site() + notice.path;
      await mail({
        to: to.email,
        subject: ofAccounts.has(event) ? `Loftline: ${title}` : title,
        html: htmlOf({ locale: to.locale, title, text, link, below, brand }),
        text: [text, ...(link ? [link] : []), ...end].join('\n\n'),
        id: `<notification-${id}@${new URL(site()).hostname}>`,
        ...(reply_to && { reply_to }),
        ...(stop_url && { stop_url }),
      });
      return 'sent';
    },

    async push({ event, key, notice, to }) {
      const browsers = to.user_id === null ? [] : await browsersOf(db, to.user_id);
      const { lang, dir } = localeFacts[to.locale];
      const { title, text: body, path } = notice;
      const results = await Promise.allSettled(
        browsers.map(async ({ id, ...browser }) => {
          const pushed = await push(browser, { title, body, path, tag: `${event} ${key}`, lang, dir });
          if (pushed === 'gone') await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
          return pushed;
        }),
      );
      // One browser that shows it is enough: a retry would repeat it there.
      if (results.some((one) => one.status === 'fulfilled' && one.value === 'taken')) return 'sent';
      const failed = results.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return 'unreachable';
    },

    async sms({ notice, to }) {
      if (to.phone === null) return 'unreachable';
      // Older phones show the signs as boxes.
      await sms({ to: to.phone, text: `${withoutIsolates(notice.text)}\n${site()}${notice.path}` });
      return 'sent';
    },
  };
}
