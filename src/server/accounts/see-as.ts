/**
 * *See as*: an admin who helps somebody sees the site for a while as that person sees it, and changes nothing. The
 * admin's own session says whom it sees; a write is refused where the actor of a browser is found (route.ts).
 */
import type { FastifyInstance } from 'fastify';
import type { SignedIn } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { writeAudit } from './audit.ts';
import { recordSecurityEvent } from './security-log.ts';
import type { Sessions } from './sessions.ts';

/** How long it lasts. */
const seen_ms = 30 * 60_000;

/**
 * Begin to see the site as a person; it is in the audit log and in that person's security log.
 * @throws Refusal `not_found`; `sees_no_admin` for an admin, also oneself.
 */
export async function beginSeeing(
  tx: Tx,
  { user_id: by, session_id }: SignedIn,
  user_id: number,
  { now_ms, network }: { now_ms: number; network: string | null },
): Promise<void> {
  const person = await tx.selectFrom('users').select('is_admin').where('id', '=', user_id).executeTakeFirst();
  if (!person) throw new Refusal('not_found');
  if (person.is_admin) throw new Refusal('sees_no_admin');
  await tx
    .updateTable('user_sessions')
    .set({ sees_user_id: user_id, sees_until: new Date(now_ms + seen_ms).toISOString() })
    .where('id', '=', session_id)
    .execute();
  await writeAudit(tx, {
    loft_id: null,
    user_id: by,
    action: 'person.see',
    about_user_id: user_id,
    before: null,
    after: null,
  });
  await recordSecurityEvent(tx, { of: { user_id }, event: 'seen', network, agent: null });
}

/** End it; in the audit log. Nothing happens where nobody is seen. */
async function endSeeing(tx: Tx, { user_id: by, session_id }: SignedIn): Promise<void> {
  const session = await tx
    .selectFrom('user_sessions')
    .select('sees_user_id')
    .where('id', '=', session_id)
    .forUpdate()
    .executeTakeFirst();
  if (session?.sees_user_id == null) return;
  await tx
    .updateTable('user_sessions')
    .set({ sees_user_id: null, sees_until: null })
    .where('id', '=', session_id)
    .execute();
  const about_user_id = session.sees_user_id;
  await writeAudit(tx, {
    loft_id: null,
    user_id: by,
    action: 'person.see_end',
    about_user_id,
    before: null,
    after: null,
  });
}

/** The form that ends it: it asks the session itself, because a browser that sees as another person writes nothing. */
export async function seeAsRoutes(app: FastifyInstance, { db, sessions }: { db: Database; sessions: Sessions }) {
  const open = { config: { access: 'site.read' as const }, schema: { hide: true } };
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 },
    (_, _body, done) => done(null, {}),
  );
  app.post('/see-as/end', open, async (request, reply) => {
    const token = request.cookies[sessions.cookie];
    const own = token ? await sessions.signedInBy(token) : null;
    if (own) await transact(db, (tx) => endSeeing(tx, own));
    return reply.redirect('/admin/people', 303);
  });
}
