/** The contract that participants of a loft accept: its published versions, and the calls of its editors (2.23). */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { file } from '#domain/files/contract.ts';
import { locales } from '#domain/locales.ts';
import { calendarDay, nullableBoundedInteger, requiredText, text } from '#domain/validation.ts';

const language = z.enum(locales);

/** A version of the contract in one language: a text or a PDF. */
export const version = z.object({
  id: replyId,
  language,
  title: z.string(),
  text: z.string().nullable(),
  file: file.nullable(),
  valid_from: z.iso.date(),
  version: z.int().nullable(),
  published_at: instant.nullable(),
});
export type ContractVersion = z.output<typeof version>;

const managed = version.extend({
  state: z.enum(['draft', 'ahead', 'in_force', 'replaced']),
  accepted_count: z.int(),
});
export type ManagedVersion = z.output<typeof managed>;

/** The fields of a version: either a text or an uploaded PDF. */
export const contractFields = z.strictObject({
  language,
  title: requiredText({ max: 128 }),
  text: text({ max: 100_000 }).default(''),
  file_id: nullableBoundedInteger({ min: 1 }),
  valid_from: calendarDay(),
});
export type ContractFields = z.output<typeof contractFields>;

const loftParams = z.object({ loft_id: id });
const versionParams = z.object({ loft_id: id, contract_id: id });
const admin = '/api/admin/lofts/{loft_id}/contracts';

export const listContracts = contract({
  name: 'listContracts',
  summary: 'The contract that is in force at a loft, in each language that it has',
  method: 'GET',
  path: '/api/lofts/{loft_id}/contracts',
  access: 'loft.read',
  params: loftParams,
  reply: z.object({ loft: z.object({ id: replyId, name: z.string() }), contracts: z.array(version) }),
});

export const manageContracts = contract({
  name: 'manageContracts',
  summary: 'All versions of the contract of a loft, the newest first, with how many accepted them',
  method: 'GET',
  path: admin,
  access: 'loft.manage',
  params: loftParams,
  reply: z.object({
    loft: z.object({ id: replyId, name: z.string(), time_zone: z.string() }),
    today: z.iso.date(),
    contracts: z.array(managed),
  }),
});

export const writeContract = contract({
  name: 'writeContract',
  summary: 'Writes a draft of a version',
  method: 'POST',
  path: admin,
  access: 'loft.manage',
  params: loftParams,
  body: contractFields,
  reply: z.object({ contract_id: replyId }),
});

export const changeContract = contract({
  name: 'changeContract',
  summary: 'Changes a draft',
  method: 'PUT',
  path: `${admin}/{contract_id}`,
  access: 'loft.manage',
  params: versionParams,
  body: contractFields,
  reply: z.object({}),
});

export const publishContract = contract({
  name: 'publishContract',
  summary: 'Publishes a draft as the next version of its language; it never changes from then on',
  method: 'POST',
  path: `${admin}/{contract_id}/publication`,
  access: 'loft.manage',
  params: versionParams,
  body: z.strictObject({}),
  reply: z.object({ version: z.int() }),
});

export const removeContract = contract({
  name: 'removeContract',
  summary: 'Removes a draft',
  method: 'DELETE',
  path: `${admin}/{contract_id}`,
  access: 'loft.manage',
  params: versionParams,
  body: z.strictObject({}),
  reply: z.object({}),
});
