/** Mail by SMTP; without a server for it, into the outbox. */
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Service } from '#server/outside/service.ts';
import { putIntoOutbox } from './outbox.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as a page. */
  html?: string;
  /** Whom an answer goes to, when not to us. */
  reply_to?: string;
  /** Where mail programs tell that no more of this is wanted, with one click (RFC 8058). */
  stop_url?: string;
  /** The same whenever this very letter is sent, so that a mailbox that got it twice can tell. */
  id?: string;
}

export type Mailer = (mail: Mail) => Promise<void>;

/** A server that does not answer is given up after so long. */
const patience_ms = 10_000;

/** Sends mail. @returns how; it throws what the SMTP server said. */
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
          connectionTimeout: patience_ms,
          greetingTimeout: patience_ms,
          socketTimeout: service.limits.call_ms,
        });
  return async ({ to, subject, text, html, reply_to, stop_url, id }) => {
    if (!smtp) {
      await putIntoOutbox(db, { channel: 'mail', recipient: to, subject, text });
      return;
    }
    const letter = {
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
    await service.call(() => smtp.sendMail(letter));
  };
}
