/** The calls about a person's own keys to the open data. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { requiredText } from '#domain/validation.ts';

/** At most this many keys of one person. */
export const mostKeys = 10;

/** Every key begins with it, so that one that lies around is recognised. */
export const keyPrefix = 'loftline_';

export const apiKeyToMake = z.strictObject({ name: requiredText({ max: 64 }) });

export const listApiKeys = contract({
  name: 'listApiKeys',
  summary: 'The keys of the signed-in person, the latest first; a key itself is shown only when it is made',
  method: 'GET',
  path: '/api/keys',
  access: 'api_key.keep',
  reply: z.object({
    keys: z.array(
      z.object({ id: replyId, name: z.string(), created_at: instant, last_used_on: z.iso.date().nullable() }),
    ),
  }),
});

export const makeApiKey = contract({
  name: 'makeApiKey',
  summary: 'Make a key; it is in this reply and never again. Refused as `api_keys_full` when there are ten',
  method: 'POST',
  path: '/api/keys',
  access: 'api_key.keep',
  body: apiKeyToMake,
  reply: z.object({ id: replyId, key: z.string() }),
});

export const revokeApiKey = contract({
  name: 'revokeApiKey',
  summary: 'Revoke a key of one’s own; it is refused from now on',
  method: 'DELETE',
  path: '/api/keys/{key_id}',
  access: 'api_key.keep',
  params: z.object({ key_id: id }),
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});
