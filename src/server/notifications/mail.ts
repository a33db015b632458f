/** Mail by SMTP; without an SMTP server, into the outbox table. */
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Service } from '#server/outside/service.ts';
import { putIntoOutbox } from './outbox.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML. */
  html?: string;
  /** The address for replies, when not ours. */
  reply_to?: string;
  /** The address at which mail programs unsubscribe with one click (RFC 8058). */
  stop_url?: string;
  /** The same at each attempt to send this mail, so that a mailbox can detect a duplicate. */
  id?: string;
}

export type Mailer = (mail: Mail) => Promise<void>;

/** The time limit for a server that does not answer. */
const timeout_ms = 10_000;

/** Creates the function that sends mail; it throws the error of the SMTP server. */
export function createMailer(
  { smtp_url, mail_from }: Pick<Config, 'smtp_url' | 'mail_from'>,
  db: Database,
  service: Service,
): Mailer {
  const smtp =
    smtp_url === undefined
      ? undefined
      : createTransport({
          url: smtp_url,
          connectionTimeout: timeout_ms,
          greetingTimeout: timeout_ms,
          socketTimeout: service.limits.call_ms,
        });
  return async ({ to, subject, text, html, reply_to, stop_url, id }) => {
    if (!smtp) {
      await putIntoOutbox(db, { channel: 'mail', recipient: to, subject, text });
      return;
    }
    const message = {
      from: mail_from,
      to,
      subject,
      text,
      ...(html && { html }),
      ...(reply_to && { replyTo: reply_to }),
      ...(id && { messageId: id }),
      ...(stop_url && {
        headers: { 'List-Unsubscribe': `<${stop_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }),
    };
    await service.call(() => smtp.sendMail(message));
  };
}
