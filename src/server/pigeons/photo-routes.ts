/** The photo of a bird: uploaded, removed, and served to whoever may see it. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type InputOf, id } from '#domain/contract.ts';
import { privateNameInStorage } from '#domain/files/file.ts';
import { photoOfName } from '#domain/pigeons/photo.ts';
import { removePhoto as removeCall, uploadPhoto } from '#domain/pigeons/photo-contract.ts';
import { type Actor, anonymous } from '#domain/policy.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { actOf, personOf } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { asked, filePolicy, type Receive } from '#server/files/routes.ts';
import type { Keep } from '#server/files/store-upload.ts';
import type { Storage } from '#server/files/stored-content.ts';
import { isKnown } from '#server/reply-cache.ts';
import { actorOf, authorize, parseInput, type Route, registerContract, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { findPhoto, photoOf, removePhoto, setPhoto } from './photos.ts';

export const photoRoutes: Route[] = [
  route(removeCall, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id }, { params: { pigeon_id }, body }, context) => {
      const ended = body.for_owner ? 'removed_for_owner' : 'removed';
      await removePhoto(tx, { loft_id, season_id, pigeon_id }, ended, actOf(context));
      return {};
    },
  }),
];

/** Upload by the API: a missing right is refused before a byte of the file is read. */
export const photoRoute = (db: Database) => (app: FastifyInstance, receive: Receive) =>
  registerContract(app, uploadPhoto, async (request) => {
    const { actor, ...input } = await asked(uploadPhoto, request, db);
    const { sender, set, shown } = await allowed(db, actor, input);
    await receive(
      request,
      uploadPhoto.body,
      sender,
      ([file]) => ({ file: file!, as: 'photo' }),
      (tx, file_id, _body, sha256) => set(tx, file_id, sha256),
    );
    return shown();
  });

/** Upload by the form of a page, whose file has been read by then. */
export const photoOfForm = (keep: Keep): Route => ({
  contract: uploadPhoto,
  async run(db, raw, { actor }) {
    const input = parseInput(uploadPhoto, raw) as InputOf<typeof uploadPhoto>;
    const { sender, set, shown } = await allowed(db, actor, input);
    await keep(sender, { file: input.body[0]!, as: 'photo' }, set);
    return shown();
  },
});

/**
 * Checks the sender's right, and returns what is done with the file and what is answered.
 * @throws Refusal `not_found` and those of the policy.
 */
async function allowed(
  db: Database,
  actor: Actor,
  { params: { season_id, pigeon_id }, query }: Pick<InputOf<typeof uploadPhoto>, 'params' | 'query'>,
) {
  const season = await loadSeasonById(db, season_id);
  authorize(actor, uploadPhoto.access, season);
  const { user_id } = personOf(actor);
  const key = { loft_id: season.loft_id, season_id, pigeon_id };
  return {
    sender: { loft_id: season.loft_id, user_id, name: query.name },
    set: (tx: Tx, file_id: number, sha256: string) =>
      setPhoto(tx, key, { file_id, sha256 }, { by: user_id, now_ms: Date.now() }),
    shown: async () => uploadPhoto.reply.parse({ photo: await photoOf(db, key) }),
  };
}

const address = z.object({ loft_id: id, pigeon_id: id, name: z.string().transform(photoOfName) });

/**
 * The pictures themselves. An address names its content, so browsers keep it for good; a cache that serves several
 * people does not, so that a photo that is removed or hidden is gone for whoever has not seen it.
 */
export function photoPictures(app: FastifyInstance, { db, storage }: { db: Database; storage: Storage }): void {
  app.get(
    '/photos/:loft_id/:pigeon_id/:name',
    { config: { access: 'photo.read' }, schema: { hide: true } },
    async (request, reply) => {
      const wanted = address.safeParse(request.params);
      if (!wanted.success || !wanted.data.name) throw new Refusal('not_found');
      const { name, ...key } = wanted.data;
      const actor = await actorOf(request, db).catch((error: unknown) => {
        if (isRefusal(error)) return anonymous;
        throw error;
      });
      const { private_key, ...photo } = await findPhoto(db, key, name.hash);
      authorize(actor, 'photo.read', photo);
      const etag = `"${name.hash}-${name.size}"`;
      void reply.headers({
        etag,
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': filePolicy,
        'cross-origin-resource-policy': 'same-origin',
      });
      if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
      const found = await storage.read(privateNameInStorage(private_key, 'image/jpeg', name.size));
      if (!found) throw new Refusal('not_found');
      return reply.type('image/jpeg').header('content-length', found.bytes).send(found.content);
    },
  );
}
