import { describe, expect, it } from 'vitest';
import { type Permission, type Rights, readerKindOf } from '#domain/accounts/person.ts';
import { type Entry, entriesFor, isPage, ownPage } from './navigation-entries.ts';

const all = [
  'registrations',
  'favorites',
  'mine',
  'lofts',
  'lofts/:loft_id',
  'seasons',
  'admin/lofts',
  'admin/seasons',
  'admin/people',
  'admin/audit',
  'admin/work',
  'transports',
  'overview',
  'overview/:loft_id',
  'contact',
];
const person: Rights = { is_admin: false, permissions: [] };
const permission = (loft_id: number, more: Partial<Permission>) => ({
  loft_id,
  is_merchant: false,
  is_agent: false,
  is_staff: false,
  has_seasons: false,
  is_active: true,
  ...more,
});
const to = (me: Rights | null, pages = all) => entriesFor(me && readerKindOf(me), pages).map((entry) => entry.to);

describe('the entries of the navigation bar (2.26)', () => {
  it.each<[string, Rights | null, string[]]>([
    ['nobody', null, ['/', '/mine', '/lofts', '/seasons', '/contact']],
    ['a customer', person, ['/', '/registrations', '/favorites', '/lofts', '/seasons', '/contact']],
    [
      'an admin',
      { ...person, is_admin: true },
      [
        '/',
        '/registrations',
        '/favorites',
        '/lofts',
        '/seasons',
        '/admin/lofts',
        '/admin/seasons',
        '/admin/people',
        '/admin/audit',
        '/admin/work',
        '/contact',
      ],
    ],
    [
      'one with extended season permission',
      { ...person, permissions: [permission(4, { is_staff: true, has_seasons: true })] },
      ['/', '/registrations', '/favorites', '/lofts', '/seasons', '/admin/seasons', '/contact'],
    ],
    [
      'staff without it',
      { ...person, permissions: [permission(4, { is_staff: true })] },
      ['/', '/registrations', '/favorites', '/lofts', '/seasons', '/contact'],
    ],
    [
      'the merchant of one loft, whose overview redirects to that loft (2.14)',
      { ...person, permissions: [permission(4, { is_merchant: true })] },
      ['/', '/registrations', '/favorites', '/lofts', '/seasons', '/admin/seasons', '/overview', '/contact'],
    ],
    [
      'the merchant of two lofts (2.13)',
      { ...person, permissions: [permission(4, { is_merchant: true }), permission(5, { is_merchant: true })] },
      ['/', '/registrations', '/favorites', '/lofts', '/seasons', '/admin/seasons', '/overview', '/contact'],
    ],
    [
      'an agent, whose work is the list of their collections (6.5)',
      { ...person, permissions: [permission(4, { is_agent: true })] },
      ['/', '/registrations', '/favorites', '/lofts', '/seasons', '/admin/seasons', '/transports', '/contact'],
    ],
    [
      'a merchant who no longer is one',
      { ...person, permissions: [permission(4, { is_merchant: true, is_active: false })] },
      ['/', '/registrations', '/favorites', '/lofts', '/seasons', '/contact'],
    ],
  ])('for %s', (_name, me, expected) => {
    expect(to(me)).toEqual(expected);
  });

  it('a page that does not exist has no entry', () => {
    expect(to({ ...person, is_admin: true }, ['lofts'])).toEqual(['/', '/lofts']);
  });
});

it.each<[string, Rights, Entry['group']]>([
  ['of a merchant', { ...person, permissions: [permission(4, { is_merchant: true })] }, 'loft'],
  ['of an admin', { ...person, is_admin: true }, 'admin'],
])('the seasons to manage stand with the work %s', (_name, me, group) => {
  expect(entriesFor(readerKindOf(me), all)).toContainEqual({ to: '/admin/seasons', word: 'admin_seasons', group });
});

it('a path belongs to a page when only its ids differ', () => {
  expect(['/overview/12', '/lofts/3', '/lofts/3/flights', '/overview/x'].map((path) => isPage(path, all))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it.each([
  [all, 'registrations'],
  [['favorites', 'lofts'], 'favorites'],
  [['lofts'], null],
])("the head of the home page leads to a page of the reader's own, if there is one (2.27)", (pages, own) => {
  expect(ownPage(pages)).toBe(own);
});
