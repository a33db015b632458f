/** The mails that a demo would have sent. */
import { metaOf } from '#web/lib/head.ts';
import { notFound } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Route } from './+types/OutboxPage.ts';
import styles from './identity.module.css';
import { Panel } from './panel.tsx';
import { headOf, noStore, providerOf } from './provider.server.ts';

export const headers = noStore;

export async function loader(args: Route.LoaderArgs) {
  const { identity } = await providerOf(args);
  if (!identity.outbox_open) notFound();
  return { head: headOf(args, 'outbox'), mails: await identity.outbox() };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { mails } = loaderData;
  return (
    <Panel title={t('identity.outbox')} wide>
      <p className={styles.lead}>{t('identity.outbox_text')}</p>
      {mails.length === 0 && <p>{t('identity.outbox_empty')}</p>}
      {mails.map(({ recipient, subject, text, at }) => (
        <article key={`${at} ${recipient}`} className={styles.mail}>
          <h2>{subject || recipient}</h2>
          {subject && (
            <p className={styles.small}>
              <bdi>{recipient}</bdi>
            </p>
          )}
          <pre>{text.split(/(https?:\/\/\S+)/).map(linked)}</pre>
        </article>
      ))}
    </Panel>
  );
}

/** Turns the addresses in a mail into links. */
function linked(part: string) {
  return /^https?:/.test(part) ? (
    <a key={part} href={part} dir="ltr">
      {part}
    </a>
  ) : (
    part
  );
}
