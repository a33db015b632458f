/** The calls by which participants dispute a provisional result, and those who run the loft answer. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { dataUrl, file } from '#domain/files/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { wholePlan } from '#domain/flights/plan-contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { rulingKinds } from '#domain/rulings/ruling.ts';
import { season } from '#domain/seasons/contract.ts';
import { requiredText, text } from '#domain/validation.ts';
import { disputeDecisions, disputeStates, mostDisputePictures, mostDisputeText } from './dispute.ts';

/** A dispute for who opened it. */
export const ownDispute = z.object({
  n: z.int(),
  state: z.enum(disputeStates),
  ring: z.string().nullable().meta({ description: 'The bird; null: the result as a whole' }),
  text: z.string(),
  opened_at: instant,
  files: z.array(file),
  answer: z.string().nullable(),
  ruling_n: z.int().nullable().meta({ description: 'The ruling by which the loft mended it' }),
  decided_at: instant.nullable(),
});
export type OwnDispute = z.output<typeof ownDispute>;

/** A dispute for those who run the loft. */
export const dispute = ownDispute.extend({
  by: z.string(),
  is_own: z.boolean().meta({ description: 'Who opened it does not answer it' }),
  answered_by: z.string().nullable(),
});
export type Dispute = z.output<typeof dispute>;

const ofFlight = '/api/lofts/{loft_id}/flights/{flight_id}/disputes';

export const readOwnDisputes = contract({
  name: 'readOwnDisputes',
  summary: 'The reader’s disputes of a flight with their answers, the latest first, and whether another can be opened',
  method: 'GET',
  path: ofFlight,
  access: 'dispute.keep',
  params: flightParams,
  reply: z.object({
    disputes: z.array(ownDispute),
    refusal: z.string().nullable().meta({ description: 'Why none can be opened now; null: one can' }),
    rings: z.array(z.string()).meta({ description: 'The reader’s birds in the flight' }),
    read_at: instant,
  }),
});

export const openDispute = contract({
  name: 'openDispute',
  summary: 'Dispute a provisional result, or the place of one bird in it',
  method: 'POST',
  path: ofFlight,
  access: 'dispute.keep',
  params: flightParams,
  body: z.strictObject({
    ring: text({ max: 64 }).meta({ description: 'Empty: the result as a whole' }),
    text: requiredText({ max: mostDisputeText }),
    file_ids: z.array(id).max(mostDisputePictures).default([]),
  }),
  reply: z.object({ n: z.int() }),
});

export const withdrawDispute = contract({
  name: 'withdrawDispute',
  summary: 'Withdraw an open dispute of one’s own',
  method: 'POST',
  path: `${ofFlight}/{n}/withdrawal`,
  access: 'dispute.keep',
  params: flightParams.extend({ n: id }),
  body: z.strictObject({}),
  reply: z.object({}),
});

export const uploadDisputePicture = contract({
  name: 'uploadDisputePicture',
  summary: 'Keeps a picture for a dispute, seen by its sender and those who run the loft',
  method: 'POST',
  path: `${ofFlight}/pictures`,
  access: 'dispute.keep',
  params: flightParams,
  query: z.strictObject({ name: z.string().max(255).default('') }),
  body: z.array(dataUrl).length(1),
  reply: z.object({ data: z.array(file.extend({ created_at: instant })) }),
});

const admin = '/api/admin/seasons/{season_id}/flights/{flight_id}/disputes';
const ofSeason = z.object({ season_id: id, flight_id: id });

export const readDisputes = contract({
  name: 'readDisputes',
  summary: 'The disputes of a flight, the open ones first, and the rulings that may have mended them',
  method: 'GET',
  path: admin,
  access: 'season.manage',
  params: ofSeason,
  reply: z.object({
    loft,
    season,
    flight: wholePlan,
    disputes: z.array(dispute),
    until: instant.nullable().meta({ description: 'Until when the result can be disputed; null: not at all' }),
    rulings: z
      .array(
        z.object({
          n: z.int(),
          kind: z.enum(rulingKinds),
          of: z.array(z.string()).meta({ description: 'The rings of its birds, or the name of its clock' }),
        }),
      )
      .meta({ description: 'Those that were made' }),
    read_at: instant,
  }),
});

export const answerDispute = contract({
  name: 'answerDispute',
  summary: 'Answer an open dispute for everybody to read; not by who opened it',
  method: 'POST',
  path: `${admin}/{n}/answer`,
  access: 'season.manage',
  params: ofSeason.extend({ n: id }),
  body: z.strictObject({
    decision: z.enum(disputeDecisions),
    text: requiredText({ max: mostDisputeText }),
    ruling_n: id.nullable().meta({ description: 'The ruling that mended it: of one that is upheld, and of no other' }),
  }),
  reply: z.object({}),
});
