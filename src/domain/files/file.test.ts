import { describe, expect, it } from 'vitest';
import { addressOf, inSize, privateNameInStorage, tidyName, typeOfName } from './file.ts';

const sha256 = '0f'.repeat(32);
const file = { id: 7, sha256, private_key: null };

describe('the sizes of a picture', () => {
  it('are named in its address, and can be swapped there (2.38)', () => {
    const src = addressOf({ ...file, type: 'image/jpeg' });
    expect(src).toBe(`/media/${sha256}-full.jpg`);
    expect(inSize(src, 'low')).toBe(`/media/${sha256}-low.jpg`);
    expect(inSize(inSize(src, 'low'), 'medium')).toBe(`/media/${sha256}-medium.jpg`);
  });

  it('do not exist for a document, whose address reveals nothing of its content', () => {
    const document = { ...file, private_key: 'ab'.repeat(32), type: 'application/pdf' };
    expect([addressOf(document), inSize(addressOf(document), 'low')]).toEqual(['/files/7', '/files/7']);
    expect(typeOfName(privateNameInStorage(document.private_key, document.type))).toBeNull();
  });

  it.each([
    [`${sha256}-full.jpg`, 'image/jpeg'],
    [`${sha256}-low.webp`, 'image/webp'],
    [`${sha256}.pdf`, null],
    [`private-${sha256}-full.jpg`, null],
    [`${sha256}-full.pdf`, null],
    [`${sha256}.jpg`, null],
    [`${sha256}-full.svg`, null],
    [`x${sha256}.pdf`, null],
    ['../auth-secret', null],
  ])('%s is %s', (name, type) => expect(typeOfName(name)).toBe(type));
});

describe('the name of a file', () => {
  it.each([
    ['loft.jpg', 'loft.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\loft.jpg', 'loft.jpg'],
    ['loft\u202egpj.exe', 'loftgpj.exe'],
    ['a\u0000b\r\nc.png', 'abc.png'],
    ['<img src=x onerror=1>.png', 'img src=x onerror=1.png'],
    ['..', 'picture'],
    ['', 'picture'],
    ['\u200b\u2066', 'picture'],
    ['السباق.jpg', 'السباق.jpg'],
    ['鸽'.repeat(300), '鸽'.repeat(100)],
    ['🕊'.repeat(200), '🕊'.repeat(100)],
  ])('%j is shown as %j', (given, shown) => expect(tidyName(given, 'picture')).toBe(shown));
});
