import { describe, expect, it } from 'vitest';
import { maskedEmail } from '#domain/accounts/masked-email.ts';
import {
  entryWith,
  type Invitation,
  invitation_ms,
  mostMails,
  mostOpen,
  pause_ms,
  stateOf,
  whyNotAccept,
  whyNotInvite,
  whyNotMail,
  whyNotSendAgain,
} from './invitation.ts';

const now_ms = 1_800_000_000_000;
const open: Invitation = {
  email: 'ria@example.org',
  sendings: 2,
  sent_ms: now_ms - pause_ms,
  expires_ms: now_ms - pause_ms + invitation_ms,
  accepted_by: null,
  is_withdrawn: false,
};

describe('an invitation', () => {
  it.each([
    ['by the link of the last mail', {}, {}, null],
    ['with the address in capitals', {}, { email: 'RIA@Example.org' }, null],
    ['by the link of an earlier mail', {}, { sending: 1 }, 'token_invalid'],
    ['in its last millisecond', { expires_ms: now_ms + 1 }, {}, null],
    ['when it is over', { expires_ms: now_ms }, {}, 'token_invalid'],
    ['that was withdrawn', { is_withdrawn: true }, {}, 'token_invalid'],
    ['that was accepted', { accepted_by: 7 }, {}, 'token_invalid'],
    ['with another address', {}, { email: 'otto@example.org' }, 'invitation_for_another'],
    ['without a proven address', {}, { email: null }, 'invitation_for_another'],
  ])('is accepted %s (8.30)', (_name, changed, by, code) => {
    const who = { sending: 2, email: 'ria@example.org', now_ms, ...by };
    expect(whyNotAccept({ ...open, ...changed }, who)?.code ?? null).toBe(code);
  });

  it.each([
    ['a minute after the last mail', {}, null],
    ['a millisecond sooner', { sent_ms: now_ms - pause_ms + 1 }, 'too_often'],
    ['when it is over', { expires_ms: now_ms }, null],
    ['that was withdrawn', { is_withdrawn: true }, 'token_invalid'],
    ['that was accepted', { accepted_by: 7 }, 'token_invalid'],
  ])('is sent again %s', (_name, changed, code) => {
    expect(whyNotSendAgain({ ...open, ...changed }, now_ms)?.code ?? null).toBe(code);
  });

  it.each([
    ['the last below the maximum', whyNotInvite(mostOpen - 1), undefined],
    ['one too many', whyNotInvite(mostOpen), { code: 'invitations_full', params: { max: 100 } }],
    ['the last mail of a day', whyNotMail(mostMails - 1), undefined],
    ['a mail too many', whyNotMail(mostMails), { errors: { email: [{ code: 'letters_full', params: { max: 5 } }] } }],
  ])('is sent or refused: %s', (_name, no, refused) => {
    expect(no ?? undefined).toEqual(refused && expect.objectContaining(refused));
  });

  it('has a state', () => {
    const states = [{}, { expires_ms: now_ms }, { accepted_by: 7 }, { is_withdrawn: true }];
    expect(states.map((one) => stateOf({ ...open, ...one }, now_ms))).toEqual([
      'open',
      'expired',
      'accepted',
      'withdrawn',
    ]);
  });
});

describe('what an invitation gives', () => {
  const none = { is_merchant: false, is_agent: false, is_staff: false, has_seasons: false };
  const agent = { is_merchant: false, is_agent: true, is_staff: false, has_seasons: false };
  it.each([
    ['to a person without rights', null, { is_agent: true }],
    ['to a merchant', { ...none, is_merchant: true, is_active: true }, { is_merchant: true, is_agent: true }],
    ['to staff', { ...none, is_staff: true, is_active: true }, { is_staff: true, is_agent: true }],
    ['to a merchant who was switched off', { ...none, is_merchant: true, is_active: false }, { is_agent: true }],
  ])('%s', (_name, before, rights) => {
    expect(entryWith(before, agent)).toEqual({ ...none, ...rights, is_active: true });
  });

  it('is shown with a masked address', () => {
    expect(maskedEmail('ria.postma@example.org')).toBe('r…@example.org');
  });
});
