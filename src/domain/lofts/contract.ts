/**
 * The schema of a loft in a reply, and the calls of its admins. Public calls about lofts are in flights/contract.ts.
 */
import { z } from 'zod';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { boundedInteger, calendarDay, nullableBoundedInteger, nullableDay, requiredText } from '#domain/validation.ts';
import { packageTypes, subscriptionMonths, subscriptionStates } from './package.ts';
import { accent, loftAddress, loftNote, loftSettings, loftToCreate } from './settings.ts';

export const loft = z.object({
  id: replyId,
  name: z.string(),
  unit: z.enum(['km', 'mile']),
  time_zone: z.string(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  logo: z.string().nullish().meta({ description: 'The address of its logo on this site' }),
  accent: z.string().nullish().meta({ description: 'Its colour, #rrggbb, on which white text can be read' }),
});
export type Loft = z.output<typeof loft>;

/** The package of a loft, in the shape of 3.2. */
export const ofPackage = z.object({ package: z.object({ type: z.enum(packageTypes) }) });

/** A loft with all its public fields, in the shapes of 3.2. */
export const describedLoft = loft.extend({
  currency: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  loft_address: z.object({
    ...postalAddress,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  }),
  latest_loft_type: ofPackage,
  tags: z.array(z.object({ tag_name: z.string() })),
  data_licence: z
    .string()
    .nullable()
    .meta({ description: 'Under which terms others may use its public data; null: it says nothing' }),
});
export type DescribedLoft = z.output<typeof describedLoft>;

/** The person who did something, by the name that their colleagues know; null: the program itself. */
const by = z
  .object({ user_id: replyId, first_name: z.string().nullable(), last_name: z.string().nullable() })
  .nullable();

const versions = { shares_setup: z.boolean(), settings_version: z.int(), address_version: z.int() };
const ofLoft = z.object({ loft_id: id });

export const listAdministered = contract({
  name: 'listAdministered',
  summary: 'The lofts that the actor manages: all of them for an admin, their own for a merchant',
  method: 'GET',
  path: '/api/admin/lofts',
  access: 'loft.administer',
  query: z.object({
    ...pageQuery,
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    package: z.enum(packageTypes).optional(),
  }),
  reply: z.object({
    lofts: z.array(
      loft.pick({ id: true, name: true, country: true }).extend({
        latest_loft_type: ofPackage,
        merchant_count: z.int().meta({ description: 'Those who are active' }),
        people_count: z.int(),
      }),
    ),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    countries: z.array(z.string()).meta({ description: 'Those that any of these lofts is in' }),
  }),
});

export const createLoft = contract({
  name: 'createLoft',
  summary: 'Open a loft; a merchant becomes its merchant, an admin names one, who is invited if they have no account',
  method: 'POST',
  path: '/api/admin/lofts',
  access: 'loft.administer',
  fresh_proof: true,
  body: loftToCreate,
  reply: z.object({
    loft,
    is_invited: z.boolean().meta({ description: 'Its merchant was never here and is invited' }),
  }),
});

export const readLoftSettings = contract({
  name: 'readLoftSettings',
  summary: 'A loft with everything that can be set, and the versions that a change has to name',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/settings',
  access: 'loft.manage',
  params: ofLoft,
  reply: z.object({ loft: describedLoft, ...versions }),
});

export const changeLoftSettings = contract({
  name: 'changeLoftSettings',
  summary: 'Change name, units and contact of a loft; released flights keep the values frozen with them',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/settings',
  access: 'loft.manage',
  params: ofLoft,
  body: loftSettings,
  reply: z.object({ loft: describedLoft, ...versions }),
});

export const changeLoftAccent = contract({
  name: 'changeLoftAccent',
  summary: 'Give a loft its colour, or take it away; refused where white text on it cannot be read',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/accent',
  access: 'loft.manage',
  params: ofLoft,
  body: z.strictObject({ accent }),
  reply: z.object({ accent: z.string().nullable() }),
});

export const changeLoftLogo = contract({
  name: 'changeLoftLogo',
  summary: 'Make an uploaded picture of a loft its logo, or take the logo away',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/logo',
  access: 'loft.manage',
  params: ofLoft,
  body: z.strictObject({ file_id: nullableBoundedInteger({ min: 1 }) }),
  reply: z.object({ logo: z.string().nullable() }),
});

export const hideFirstSteps = contract({
  name: 'hideFirstSteps',
  summary: 'Hide the list of first steps from the overview of a loft, or show it again',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/first-steps',
  access: 'loft.manage',
  params: ofLoft,
  body: z.strictObject({ is_hidden: z.boolean() }),
  reply: z.object({}),
});

export const changeLoftAddress = contract({
  name: 'changeLoftAddress',
  summary: 'Move a loft; the distances of flights that are not released are measured again',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/address',
  access: 'loft.manage',
  params: ofLoft,
  body: loftAddress,
  reply: z.object({ loft: describedLoft, ...versions }),
});

export const readLoftPackages = contract({
  name: 'readLoftPackages',
  summary: 'Which package a loft has and had, and its subscriptions, the latest first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/packages',
  access: 'loft.manage',
  params: ofLoft,
  reply: z.object({
    loft_types: z.array(ofPackage.extend({ n: z.int(), from: instant, to: instant.nullable(), by })),
    subscriptions: z.array(
      z.object({
        id: replyId,
        months: z.literal(subscriptionMonths),
        starts_at: z.iso.date(),
        ends_at: z.iso.date().meta({ description: 'The last day' }),
        ended_on: z.iso.date().nullable().meta({ description: 'The same where it ends early' }),
        state: z.enum(subscriptionStates),
        version: z.int(),
        by,
      }),
    ),
    changes: z
      .array(
        z.object({
          subscription_id: replyId,
          n: z.int(),
          months: z.literal(subscriptionMonths),
          starts_at: z.iso.date(),
          ends_at: z.iso.date(),
          taken_back: z.boolean(),
          reason: z.string(),
          at: instant,
          by,
        }),
      )
      .meta({ description: 'What subscriptions said before they were changed or taken back, the latest change first' }),
    may_change: z.boolean(),
  }),
});

export const givePackage = contract({
  name: 'givePackage',
  summary: 'Give a loft a package from now on',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/packages',
  access: 'package.manage',
  params: ofLoft,
  body: z.strictObject({ type: z.enum(packageTypes) }),
  reply: z.object({ latest_loft_type: ofPackage }),
});

const subscription = z.strictObject({
  months: boundedInteger().pipe(z.literal(subscriptionMonths)),
  starts_at: calendarDay(),
});

/** A change of a subscription names its reason and the version it was made on. */
const seen = { reason: requiredText({ max: 500 }), version: boundedInteger({ min: 1 }) };

export const addSubscription = contract({
  name: 'addSubscription',
  summary: 'Add a subscription of 12 or 24 months, of which a loft never has two on one day',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/subscriptions',
  access: 'package.manage',
  params: ofLoft,
  body: subscription,
  reply: z.object({ id: replyId, ends_at: z.iso.date() }),
});

export const changeSubscription = contract({
  name: 'changeSubscription',
  summary: 'Correct a subscription or end it early, with the reason; its former values are stored',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/subscriptions/{subscription_id}',
  access: 'package.manage',
  params: z.object({ loft_id: id, subscription_id: id }),
  body: subscription.extend({ ended_on: nullableDay(), ...seen }),
  reply: z.object({ ends_at: z.iso.date(), version: z.int() }),
});

export const takeSubscriptionBack = contract({
  name: 'takeSubscriptionBack',
  summary: 'Remove a subscription that was entered by mistake, with the reason; its days are free again',
  method: 'DELETE',
  path: '/api/admin/lofts/{loft_id}/subscriptions/{subscription_id}',
  access: 'package.manage',
  params: z.object({ loft_id: id, subscription_id: id }),
  body: z.strictObject(seen),
  reply: z.object({}),
});

const note = z.object({ id: replyId, text: z.string(), is_pinned: z.boolean(), at: instant, by });

export const listNotes = contract({
  name: 'listNotes',
  summary: 'The internal notes of a loft, pinned ones first, then the latest first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/notes',
  access: 'loft.manage',
  params: ofLoft,
  query: z.object(pageQuery),
  reply: z.object({ notes: z.array(note), total: z.int(), page: z.int(), page_count: z.int() }),
});

export const addNote = contract({
  name: 'addNote',
  summary: 'Note something down for those who run the loft',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/notes',
  access: 'loft.manage',
  params: ofLoft,
  body: loftNote,
  reply: z.object({ id: replyId }),
});

export const pinNote = contract({
  name: 'pinNote',
  summary: 'Pin a note above the others, or unpin it',
  method: 'PUT',
  path: '/api/admin/lofts/{loft_id}/notes/{note_id}',
  access: 'loft.manage',
  params: z.object({ loft_id: id, note_id: id }),
  body: z.strictObject({ is_pinned: z.boolean() }),
  reply: z.object({}),
});

export const takeNote = contract({
  name: 'takeNote',
  summary: 'Delete a note and its text',
  method: 'DELETE',
  path: '/api/admin/lofts/{loft_id}/notes/{note_id}',
  access: 'loft.manage',
  params: z.object({ loft_id: id, note_id: id }),
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});
