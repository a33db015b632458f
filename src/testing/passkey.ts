/** A WebAuthn device for tests: it makes keys and answers challenges, with faults on demand. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskeyAnswer, PasskeyAnswer } from '#domain/identity/passkey.ts';

/** Faults of a device, or of a page in between. */
export interface PasskeyLies {
  origin?: string;
  rpId?: string;
  /** User verification: a finger, a face or a PIN. */
  userVerified?: boolean;
  challenge?: string;
}

type PasskeyOptions = Readonly<Record<string, unknown>>;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64 = (data: Buffer) => data.toString('base64url');

export function testPasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  /** Authenticator data (WebAuthn 6.1): present, verified, and with the key when it is new. */
  function authenticatorData({ rpId, userVerified = true }: PasskeyLies, attested = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (userVerified ? 0x04 : 0) | (attested.length ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), Buffer.from([flags]), count, attested]);
  }
  function clientData(type: string, asked: PasskeyOptions, lies: PasskeyLies): Buffer {
    const challenge = lies.challenge ?? asked.challenge;
    return Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }));
  }
  const named = { id: base64(id), rawId: base64(id), type: 'public-key' as const, clientExtensionResults: {} };

  return {
    make(asked: PasskeyOptions, lies: PasskeyLies = {}): NewPasskeyAnswer {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(lies, attested)],
      ]);
      const clientDataJSON = base64(clientData('webauthn.create', asked, lies));
      return { ...named, response: { clientDataJSON, attestationObject: base64(cbor(attestation)) } };
    },
    answer(asked: PasskeyOptions, lies: PasskeyLies = {}): PasskeyAnswer {
      const client = clientData('webauthn.get', asked, lies);
      const data = authenticatorData(lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(signature),
        },
      };
    },
  };
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** A CBOR encoder (RFC 8949), as far as keys need it. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, n: number) => {
    const size = n < 24 ? [n] : n < 256 ? [24, n] : [25, n >> 8, n & 0xff];
    return Buffer.from([(major << 5) | size[0]!, ...size.slice(1)]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}
