/** The audit log: one row per change of a right or of an operator's setting, append-only (migration 0010). */
import type { Tx } from '#server/db/database.ts';

export interface Change {
  /** Null: not about a loft. */
  loft_id: number | null;
  /** The actor; null: the program itself. */
  user_id: number | null;
  action:
    | 'permission.give'
    | 'permission.change'
    | 'permission.take'
    | 'standing.change'
    | 'season.create'
    | 'season.change'
    | 'media.add'
    | 'media.remove'
    | 'contract.publish'
    | 'season.visibility'
    | 'due_date.add'
    | 'due_date.change'
    | 'due_date.remove'
    | 'release_point.add'
    | 'release_point.change'
    | 'release_point.remove'
    | 'flight.plan'
    | 'flight.change'
    | 'flight.remove'
    | 'product.add'
    | 'product.change'
    | 'product.remove'
    | 'ranking.add'
    | 'ranking.change'
    | 'ranking.name_birds'
    | 'ranking.publish'
    | 'ranking.remove'
    | 'ranking.withdraw'
    | 'championship.add'
    | 'championship.change'
    | 'championship.publish'
    | 'championship.remove'
    | 'championship.withdraw'
    | 'team.create'
    | 'team.change'
    | 'team.remove'
    | 'team_claim.open'
    | 'team_claim.accepted'
    | 'team_claim.refused'
    | 'team_claim.withdrawn'
    | 'team_claim.taken_back'
    | 'pigeon.enter'
    | 'pigeon.change'
    | 'pigeon.import'
    | 'pigeon.extra_place'
    | 'pigeon.remove'
    | 'pigeon.right_end'
    | 'invitation.send'
    | 'invitation.send_again'
    | 'invitation.withdraw'
    | 'invitation.accept'
    | 'news.create'
    | 'news.change'
    | 'news.remove'
    | 'device.register'
    | 'device.change'
    | 'device.key'
    | 'device.revoke'
    | 'loft.create'
    | 'loft.second_factor'
    | 'season.message'
    | 'loft.settings'
    | 'loft.brand'
    | 'loft.certificate'
    | 'loft.address'
    | 'loft.package'
    | 'loft.subscription'
    | 'fancier.merge'
    | 'fancier.write'
    | 'payment.limit'
    | 'collection.offer'
    | 'collection.withdraw'
    | 'transport.pick_up'
    | 'transport.put_back'
    | 'transport.give_back'
    | 'listing.price'
    | 'job.retry'
    | 'job.put_aside'
    | 'person.see'
    | 'person.see_end'
    | 'person.merge';
  /** Left out: not about a person. */
  about_user_id?: number | null;
  before: object | null;
  after: object | null;
}

/** Write a change to the audit log, in the transaction that makes it. @returns its id */
export async function writeAudit(tx: Tx, { before, after, ...change }: Change): Promise<number> {
  const asJson = (value: object | null) => (value === null ? null : JSON.stringify(value));
  const { id } = await tx
    .insertInto('audit_log')
    .values({ ...change, before: asJson(before), after: asJson(after) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
