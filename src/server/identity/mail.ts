/** Mail by SMTP; without a server for it, into the outbox. */
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { putIntoOutbox } from './outbox.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail. @returns how; it throws what the SMTP server said. */
export function createMailer({ smtp_url, mail_from }: Pick<Config, 'smtp_url' | 'mail_from'>, db: Database) {
  const smtp = smtp_url === undefined ? undefined : createTransport(smtp_url);
  return async ({ to, subject, text }: Mail): Promise<void> => {
    if (smtp) await smtp.sendMail({ from: mail_from, to, subject, text });
    else await putIntoOutbox(db, { channel: 'mail', recipient: to, subject, text });
  };
}
