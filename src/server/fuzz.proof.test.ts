/**
 * Proves that no request, however wrong, causes an internal error (R1): requests are generated from the OpenAPI
 * document, with valid and hostile values for every path parameter, query, header and body, mostly in-process and some
 * over a raw socket. No 5xx, no unhandled rejection, every reply as documented, every refusal in words and without
 * internals. The control adds routes with such faults: the same check must report each.
 */

import { connect as dial } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type {} from '@fastify/swagger';
import fc, { type Arbitrary } from 'fast-check';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type BuiltRace, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { proveSize, reportProof, seed } from '#testing/proof.ts';
import { errorMessage } from '#web/lib/error-message.ts';
import { type AppOptions, buildApp } from './app.ts';
import { type Connection, connect } from './db/database.ts';
import { createSeason } from './seasons/seasons.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let races: BuiltRace[];
/** An admin with all rights; clocks have keys of their own. */
let administrator: string;
const clocks = () => races.map(({ key }) => key);
const ofClocks = (path: string) => path.startsWith('/api/devices/');
/** Error lines of the program's log, for the report of a fault. */
let logged: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  races = [
    await buildRace(connection.db, { birds: 20 }),
    await buildRace(connection.db, { birds: 3, until: 'basketing' }),
  ];
  const [first] = races;
  const { id } = await connection.db
    .transaction()
    .execute((tx) => createSeason(tx, { loft_id: first!.loft.id, name: 'Draft', year: 2027 }));
  races.push(await buildRace(connection.db, { birds: 3 }, { ...first!, season_id: id }));
  administrator = (await buildPerson(connection.db, { is_admin: true })).token;
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function build(pages?: AppOptions['pages']): Promise<FastifyInstance> {
  const logger = { level: 'error', stream: { write: (line: string) => logged.push(line) } };
  const config = { ...testConfig, production: true };
  const options = { config, db: connection.db, databaseUrl: database.url, version: 'test', logger };
  return (await buildApp({ ...options, ...(pages ? { pages } : {}) })).app;
}

// -- the document ----------------------------------------------------------------------------------------------------

type Schema = Record<string, unknown>;

interface Operation {
  method: string;
  path: string;
  params: { name: string; in: string; schema: Schema }[];
  body: Schema | null;
  answer: z.ZodType | null;
  refusal: z.ZodType | null;
}

async function documented(app: FastifyInstance): Promise<Operation[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json();
  return Object.entries(paths as Record<string, Record<string, Schema>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]) => {
      const { parameters, requestBody, responses } = said as {
        parameters?: Operation['params'];
        requestBody?: { content: Record<string, { schema: Schema }> };
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
      };
      const schemaFor = (status: string) => {
        const schema = responses[status]?.content?.['application/json']?.schema;
        return schema ? z.fromJSONSchema(schema) : null;
      };
      return {
        method: method.toUpperCase(),
        path,
        params: parameters ?? [],
        body: requestBody?.content['application/json']?.schema ?? null,
        answer: schemaFor('200'),
        refusal: schemaFor('4XX') ?? schemaFor('4xx'),
      };
    }),
  );
}

const calledBy = (path: string): Operation => ({
  method: 'GET',
  path,
  params: [],
  body: null,
  answer: null,
  refusal: null,
});

/** Routes that are not in the document. */
const beside = words('/livez /readyz /metrics /live /api/openapi.json /misc/language / /api /nothing').map(calledBy);

const pages = words('/ /lofts /lofts/{loft_id} /lofts/{loft_id}/flights/{flight_id} /misc/healthcheck /misc/language')
  .concat(
    words('/lofts/{loft_id}.data /lofts/{loft_id}/flights/{flight_id}.data /_root.data /lofts.data /assets/{file}'),
  )
  .concat(words('/flags/{flag} /favicon.svg /nothing // //loft.example'))
  .map(calledBy);

function words(line: string): string[] {
  return line.split(' ');
}

// -- values ----------------------------------------------------------------------------------------------------------

const nasty = [
  words(
    'null undefined true [] {} [object,Object] __proto__ constructor prototype toString hasOwnProperty valueOf then',
  ),
  words('NaN Infinity -Infinity -0 0 -1 1e400 -1e400 1e-400 1e308 0x10 0b1 1_000 1,5 １２ ٣ 9007199254740991'),
  words('9007199254740992 9223372036854775807 9223372036854775808'),
  words('../../etc/passwd ..%2f..%2f % %zz %00 %ff%fe %ed%a0%80 // /// \\ /..;/ //% . .. * ? # & ='),
  words(`' " ' "; -- or '1'='1 \${7*7} {{7*7}} <script>alert(1)</script> \`id\``),
  words('2026-02-30T00:00:00Z 2026-06-06T12:00:00 2026-06-06T12:00:00.1234567Z 2026-06-06T12:00:00+0530'),
  words(
    '2026-06-06T24:00:00Z 2016-12-31T23:59:60Z 0000-01-01T00:00:00Z 9999-12-31T23:59:59Z 1970-01-01T00:00:00+23:59',
  ),
  words('\u202Eevil \uFEFF \uD800 \uDFFF\uD800 🕊️ e\u0301 ﷺ \u{10FFFF} \uFFFF İ ẞ \u2028 \0 a\0b \t \r\nx-mine:1'),
  ['', ' ', '9'.repeat(400), 'a'.repeat(65), 'a'.repeat(257), 'ü'.repeat(3000), 'a'.repeat(20_000)],
].flat();
const text: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...nasty) },
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.double().map(String),
  fc.bigInt().map(String),
);
const jsonValue: Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -0, -1, 1.5, 5e-324, 1e308, 2 ** 53, -(2 ** 53), [], {}, [[]], [null], {
    a: [],
  }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(text, fc.oneof(text, fc.integer()), { maxKeys: 4 }),
);

/** Values that the document allows, its limits first. */
function allowed(schema: Schema): Arbitrary<unknown> {
  const said = schema as {
    type?: string | string[];
    enum?: unknown[];
    const?: unknown;
    anyOf?: Schema[];
    allOf?: Schema[];
    pattern?: string;
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    minItems?: number;
    maxItems?: number;
    minimum?: number;
    exclusiveMinimum?: number;
    maximum?: number;
  };
  if (said.enum) return fc.constantFrom(...said.enum);
  if (said.anyOf) return fc.oneof(...said.anyOf.map(allowed));
  const type = Array.isArray(said.type) ? said.type[0] : said.type;
  const { minimum = -1000, maximum = 1000 } = said;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: Math.max(minimum, 0), max: Math.min(maximum, 60) }) },
        fc.constantFrom(minimum, maximum, maximum - 1, minimum + 1),
      );
    case 'number':
      return fc.constantFrom(...[5e-324, 0.001, 1, 10, 99.999, 1e-7, 1 / 3, maximum].filter((n) => n <= maximum));
    case 'string': {
      const patterns = [said.pattern, ...(said.allOf ?? []).map((one) => one.pattern as string)].filter(
        (pattern) => pattern !== undefined,
      );
      if (patterns.some((pattern) => pattern.includes('T(?:'))) return instantText;
      return patterns[0] ? matching(patterns[0]) : text;
    }
    case 'array':
      return fc.oneof(
        { weight: 9, arbitrary: fc.array(allowed(said.items ?? {}), { minLength: said.minItems ?? 0, maxLength: 4 }) },
        fc.array(allowed(said.items ?? {}), { minLength: said.minItems ?? 0, maxLength: 40 }),
      );
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(said.properties ?? {}).map(([name, one]) => [name, allowed(one)])),
        { requiredKeys: said.required ?? [] },
      );
    default:
      return jsonValue;
  }
}

/** Instants as clocks send them: whole seconds to microseconds, with an offset, at the ends of the accepted range. */
const instantText: Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      fc.date({ min: new Date('1970-01-02'), max: new Date('2099-12-30'), noInvalidDate: true }),
      fc.constantFrom(...['1970-01-02', '2000-02-29', '2026-06-06', '2099-12-30'].map((day) => new Date(day))),
    ),
    fc.constantFrom('', '.1', '.123', '.123456', '.999999'),
    fc.constantFrom('Z', 'Z', '+00:00', '+05:30', '-11:00', '+23:59', '-23:59'),
  )
  .map(([at, fraction, offset]) => at.toISOString().slice(0, 19) + fraction + offset);

function matching(pattern: string): Arbitrary<string> {
  const expression = new RegExp(pattern, 'u');
  const known = [
    'A',
    'A1',
    '\u{1F54A}',
    'A\uD800',
    '\uDC00B',
    'ü',
    '__proto__',
    'constructor',
    '0',
    '-1',
    'f'.repeat(64),
  ];
  const fitting = known
    .filter((one) => expression.test(one))
    .map((one) => ({ weight: 1, arbitrary: fc.constant(one) }));
  try {
    const drawn = fc.stringMatching(expression);
    fc.sample(drawn, 1);
    return fc.oneof({ weight: 3 * Math.max(1, fitting.length), arbitrary: drawn }, ...fitting);
  } catch {
    return fc.oneof(...fitting); // a class that cannot be generated
  }
}

/** One part of a value replaced, removed or added. */
function spoilt(value: unknown, at: number, by: unknown, key: string): unknown {
  if (Array.isArray(value) && value.length && at % 5 !== 0) {
    const i = at % value.length;
    return value.with(i, spoilt(value[i], Math.floor(at / 7), by, key));
  }
  if (typeof value === 'object' && value !== null && at % 5 !== 0) {
    const names = Object.keys(value);
    const name = names[at % Math.max(1, names.length)];
    if (name === undefined || at % 3 === 0) return Object.fromEntries([...Object.entries(value), [key, by]]);
    if (at % 3 === 1) return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
    const own = (value as Record<string, unknown>)[name];
    return { ...value, [name]: spoilt(own, Math.floor(at / 7), by, key) };
  }
  return by;
}

/** Text that no serialiser writes. */
const brokenJson = (good: string): string[] => [
  good.slice(0, Math.floor(good.length / 2)),
  `${good}${good}`,
  `\uFEFF${good}`,
  good.replace(/\d+/, '1e400'),
  good.replace(/\d+/, '-0'),
  good.replace(/\d+/, 'NaN'),
  good.replace(/\d+/, '1'.repeat(1000)),
  good.replace('{', '{"__proto__":{"readings":[]},'),
  good.replace('{', '{"constructor":{"prototype":{"mine":1}},'),
  good.replace(/"(\w+)":/, '"$1":null,"$1":'),
  good.replace(/"(\w+)"/, '"\\ud800"'),
  good.replace(/"(\w+)"/, '"\\u0000"'),
  good.replaceAll('"', "'"),
  `${'['.repeat(1000)}${']'.repeat(1000)}`,
  '['.repeat(1000),
  `{"readings":${'[{"a":'.repeat(500)}1${'}]'.repeat(500)}}`,
  ...words('null " { [] 0 {"readings":{}} {"readings":[[]]} <xml/> a=b&c=d \0\0\0'),
  '',
  ' ',
];

// -- requests --------------------------------------------------------------------------------------------------------

interface Shot {
  method: string;
  url: string;
  headers: Record<string, string | string[]>;
  payload: Buffer | null;
}

const zeros = gzipSync(Buffer.alloc(8 << 20));
const headerText = text.map((one) => one.replace(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 4000));

/** The id of a race's own object, by the name of the path parameter. */
function idIn({ loft, season_id, flight_id, pigeon_ids }: BuiltRace, name: string): number {
  const own: Record<string, number> = { loft_id: loft.id, season_id, pigeon_id: pigeon_ids[0]! };
  return own[name] ?? flight_id;
}

/** Requests for these calls; about half of those with a body are valid. */
function shots(operations: readonly Operation[]): Arbitrary<Shot> {
  const ids = races.flatMap((race) => [race.loft.id, race.flight_id]);
  const segment = (name: string) =>
    fc.oneof(
      {
        weight: 20,
        arbitrary: fc.constantFrom(...races.map((race) => String(idIn(race, name)))),
      },
      fc.constantFrom(...ids.map(String), '9007199254740991', '1'),
      text.map(encodeLoosely),
      text,
    );
  const query = (params: Operation['params']) =>
    fc
      .array(
        fc.tuple(
          fc.oneof(fc.constantFrom(...params.map((param) => param.name), 'locale', 'to', 'page[]', '__proto__'), text),
          fc.oneof(
            fc.constantFrom('0', '1', '25', '50', '100', '2', '1000000', '9007199254740991', 'de', '/lofts'),
            text,
          ),
          fc.boolean(),
        ),
        { maxLength: 3 },
      )
      .map((pairs) => {
        const written = pairs.map(([name, value, raw]) =>
          raw ? `${name}=${value}` : `${encodeLoosely(name)}=${encodeLoosely(value)}`,
        );
        return written.length ? `?${written.join('&')}` : '';
      });

  const key = (path: string) =>
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constantFrom(...(ofClocks(path) ? clocks() : [administrator]).map((one) => `Bearer ${one}`)),
      },
      fc.constantFrom(
        '',
        'Bearer',
        'Bearer ',
        'bearer x',
        'Basic YTpi',
        `Bearer ${'a'.repeat(600)}`,
        'Bearer clock_wrong',
      ),
      headerText.map((one) => `Bearer ${one}`),
      headerText,
    );
  const odd = fc.record(
    {
      'accept-language': fc.oneof(headerText, fc.constantFrom('de', '*', 'xx-YY;q=0', 'ar,en;q=0.5', ';;,,q=')),
      cookie: fc.oneof(
        headerText,
        headerText.map((one) => `locale=${one}`),
        fc.constantFrom('locale=pl', 'locale="', '=;=;'),
      ),
      'accept-encoding': fc.oneof(headerText, fc.constantFrom('gzip', 'br', 'identity;q=0', '*;q=0', 'zstd')),
      accept: fc.oneof(headerText, fc.constantFrom('text/html', '*/*')),
      origin: headerText,
      host: fc.oneof(
        headerText,
        fc.constantFrom(
          'loft.example',
          'a b',
          '[::1',
          'x:99999',
          '%',
          '',
          'user:pw@evil',
          'x/../<script>',
          'x?',
          'x#y',
        ),
      ),
      'x-forwarded-for': headerText,
      'x-forwarded-host': headerText,
      'x-forwarded-proto': headerText,
      'if-none-match': headerText,
      range: fc.constantFrom('bytes=0-1', 'bytes=-', 'x'),
      'content-length': fc.constantFrom('0', '1', '-1', '99999999999', 'x', '10'),
      'content-encoding': fc.constantFrom('gzip', 'deflate', 'br', 'identity', 'zstd', 'x', 'gzip, gzip'),
      'x-many': fc.array(headerText, { maxLength: 20 }),
    },
    { requiredKeys: [] },
  );
  const contentType = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    fc.constantFrom(
      ...words('application/json;charset=utf-16 application/json,text/plain json text/plain application/vnd.api+json'),
      ...words('multipart/form-data;boundary=x application/x-www-form-urlencoded application/octet-stream */* /'),
      ...words('APPLICATION/JSON application/json; application/json\t'),
      'application/json; charset=utf-8',
      ' application/json',
      '',
    ),
    headerText,
  );

  const each = operations.map((operation) => {
    const blanks = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => segment(name));
    const path = fc.tuple(...blanks).map((values) => {
      let next = 0;
      return operation.path.replace(/\{\w+\}/g, () => values[next++] as string);
    });
    const good = operation.body ? allowed(operation.body) : fc.constant({});
    const spoil = fc.tuple(good, fc.nat(), jsonValue, text).map(([value, at, by, name]) => spoilt(value, at, by, name));
    const body = fc
      .tuple(fc.oneof({ weight: 5, arbitrary: good }, { weight: 4, arbitrary: spoil }, jsonValue), fc.nat(60))
      .map(([value, broken]) => {
        const written = JSON.stringify(value) ?? '';
        return Buffer.from(brokenJson(written)[broken] ?? written);
      });
    const packed = fc.tuple(body, fc.nat(40)).map(([plain, how]): [Buffer, Record<string, string>] => {
      if (how === 0) return [gzipSync(plain), { 'content-encoding': 'gzip' }];
      if (how === 1) return [deflateSync(plain), { 'content-encoding': 'deflate' }];
      if (how === 2) return [gzipSync(plain).subarray(0, 15), { 'content-encoding': 'gzip' }];
      if (how === 3) return [zeros, { 'content-encoding': 'gzip' }];
      if (how === 4) return [plain, { 'content-encoding': 'gzip' }];
      return [plain, {}];
    });
    const sends = operation.body !== null;
    return fc
      .record({
        method: fc.oneof(
          { weight: 12, arbitrary: fc.constant(operation.method) },
          fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'),
        ),
        path,
        query: fc.oneof({ weight: sends ? 9 : 1, arbitrary: fc.constant('') }, query(operation.params)),
        authorization: fc.oneof({ weight: 9, arbitrary: key(operation.path) }, fc.constant(null)),
        type: contentType,
        odd: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, odd),
        packed: fc.oneof(
          { weight: sends ? 30 : 1, arbitrary: packed },
          { weight: sends ? 1 : 8, arbitrary: fc.constant(null) },
        ),
      })
      .map((drawn): Shot => {
        const headers: Shot['headers'] = {};
        if (drawn.authorization !== null) headers.authorization = drawn.authorization;
        if (drawn.packed) Object.assign(headers, { 'content-type': drawn.type }, drawn.packed[1]);
        for (const [name, value] of Object.entries(drawn.odd)) if (value !== undefined) headers[name] = value;
        return { method: drawn.method, url: drawn.path + drawn.query, headers, payload: drawn.packed?.[0] ?? null };
      });
  });
  // Writing calls have more to go wrong; those of clocks come most often.
  const weightOf = ({ path, body }: Operation) => (ofClocks(path) ? 90 : body ? 8 : 1);
  return fc.oneof(...each.map((arbitrary, i) => ({ weight: weightOf(operations[i]!), arbitrary })));
}

/** Valid JSON where the value allows it, else the raw text. */
function encodeLoosely(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%ED%A0%80';
  }
}

// -- answers ---------------------------------------------------------------------------------------------------------

interface Answer {
  /** Over a raw socket. */
  bare: boolean;
  status: number;
  headers: Record<string, string | undefined>;
  body: string;
}

/** Internal words: files, stacks, statements, errors of the database and the libraries. */
const inside =
  /\bat \S+ \(|\.ts:\d|\.js:\d|node_modules|file:\/\/|syntax error at or near|relation "|violates|duplicate key|invalid input syntax|(?<!<)\bselect .+ from|insert into|pg_catalog|ZodError|TypeError|RangeError|\bFST_|kysely/i;

/** The fault of a reply, or null. */
function faultOf(
  shot: Pick<Shot, 'method' | 'url'>,
  answer: Answer,
  operations: readonly Operation[],
  speaks: 'JSON' | 'pages',
): string | null {
  const { status, body } = answer;
  if (status >= 500) return `status ${status}`;
  const isFile = status === 200 && /^\/(assets|flags|favicon)/.test(shot.url);
  const leak = isFile ? undefined : inside.exec(body.replace(/<script[\s\S]*?<\/script>/g, ''))?.[0];
  if (leak) return `leaks internals: ${leak}`;
  // Input that is not HTTP is refused by Node before the program sees it.
  if (shot.method === 'HEAD' || speaks === 'pages' || (answer.bare && status >= 400 && !answer.headers['x-request-id']))
    return null;
  const path = shot.url.split('?')[0]!;
  // A literal path segment matches before a parameter, as in the router.
  const [operation] = operations
    .filter(
      (one) => one.method === shot.method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]*')}/?$`).test(path),
    )
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  const schema = status === 200 ? operation?.answer : status >= 400 ? operation?.refusal : null;
  // A browser gets a page; a machine never does.
  if (status >= 400 && !/^\/(api|live)(\/|$)/.test(path) && answer.headers['content-type']?.startsWith('text/html'))
    return body.includes('refusals.') ? 'refused without words' : null;
  let parsed: Record<string, unknown> = {};
  try {
    if (schema || status >= 400) parsed = JSON.parse(body);
  } catch {
    return status >= 400 ? 'refused without JSON' : 'not JSON';
  }
  const fits = schema?.safeParse(parsed);
  if (fits && !fits.success) return `not as documented: ${JSON.stringify(fits.error.issues.slice(0, 3))}`;
  if (status < 400) return null;
  if (typeof parsed.code !== 'string' && typeof parsed.codes !== 'object') return 'refused without a code';
  const message = errorMessage({ data: parsed });
  // A missing translation shows its key.
  return typeof (parsed.error ?? parsed.errors) === 'undefined' || message.includes('refusals.')
    ? 'refused without words'
    : null;
}

function plain(raw: Buffer, encoding: string | undefined): string {
  if (!raw.length) return '';
  if (encoding === 'gzip') return gunzipSync(raw).toString();
  if (encoding === 'br') return brotliDecompressSync(raw).toString();
  if (encoding === 'deflate') return inflateSync(raw).toString();
  return raw.toString();
}

async function inject(app: FastifyInstance, { method, url, headers, payload }: Shot): Promise<Answer> {
  const options = { method, url: url.startsWith('/') ? url : `/${url}`, headers, ...(payload ? { payload } : {}) };
  const answer = await app.inject(options as InjectOptions);
  const replyHeaders = answer.headers as Answer['headers'];
  return {
    bare: false,
    status: answer.statusCode,
    headers: replyHeaders,
    body: plain(answer.rawPayload, replyHeaders['content-encoding']),
  };
}

/** The same over a raw socket, byte for byte; null when the connection was closed without a reply. */
async function overSocket(port: number, shot: Shot, trick: number): Promise<Answer | null> {
  const target = shot.url.replace(/[^\x21-\x7e]/g, (c) =>
    trick % 2 ? Buffer.from(c).toString('latin1') : encodeLoosely(c),
  );
  const lines = [
    `${trick === 3 ? shot.method.toLowerCase() : shot.method} ${target} HTTP/${trick === 4 ? '1.0' : '1.1'}`,
  ];
  if (trick !== 5) lines.push('host: loft.example');
  if (trick === 6) lines.push('host: other.example');
  for (const [name, value] of Object.entries(shot.headers)) {
    if (name === 'content-length' && trick % 4) continue;
    for (const one of [value].flat()) lines.push(`${name}: ${one}`);
    if (trick === 7) lines.push(`${name}: again`);
  }
  if (trick === 8) lines.push('transfer-encoding: chunked');
  if (trick === 9) lines.push('transfer-encoding: identity');
  if (trick === 10) lines.push(`x-long: ${'a'.repeat(20_000)}`);
  if (trick === 11) lines.push(' folded: yes');
  if (trick === 12)
    lines.push('upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 13', 'sec-websocket-key: x');
  if (trick === 13) lines.push('no colon');
  if (trick === 14) lines.push('na me: x');
  if (trick === 15) lines.push('upgrade: h2c', 'connection: upgrade, http2-settings');
  if (shot.payload && !shot.headers['content-length'] && trick !== 8)
    lines.push(`content-length: ${shot.payload.length}`);
  if (trick !== 12 && trick !== 15) lines.push('connection: close');
  const head = Buffer.from(`${lines.join(trick === 16 ? '\n' : '\r\n')}\r\n\r\n`, 'latin1');
  const body = shot.payload ?? Buffer.alloc(0);
  const chunked = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

  const socket = dial({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve) => {
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    // A body that is shorter than announced is not waited for.
    socket.setTimeout(300, () => socket.destroy());
  });
  socket.write(Buffer.concat([head, trick === 8 ? chunked : body]));
  return parseAnswer(await whole);
}

function parseAnswer(raw: Buffer): Answer | null {
  const split = raw.indexOf('\r\n\r\n');
  if (split < 0) return null;
  const [first = '', ...lines] = raw.subarray(0, split).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  let body = raw.subarray(split + 4);
  if (headers['transfer-encoding'] === 'chunked') body = unchunked(body);
  else if (headers['content-length']) body = body.subarray(0, Number(headers['content-length']));
  const status = Number(first.split(' ')[1]);
  if (status === 100) return parseAnswer(raw.subarray(split + 4));
  return { bare: true, status, headers, body: plain(body, headers['content-encoding']) };
}

function unchunked(raw: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < raw.length; ) {
    const end = raw.indexOf('\r\n', at);
    const size = Number.parseInt(raw.subarray(at, end).toString('latin1'), 16);
    if (!size) break;
    parts.push(raw.subarray(end + 2, end + 2 + size));
    at = end + 4 + size;
  }
  return Buffer.concat(parts);
}

/** The longest wait for a reply. */
const timeout_ms = 10_000;
const silence: Answer = { bare: false, status: 599, headers: {}, body: 'no answer' };

// -- the proof -------------------------------------------------------------------------------------------------------

/** Requests that found a fault once come first. */
const remembered: Shot[] = [
  { method: 'HEAD', url: '/', headers: {}, payload: null },
  { method: 'GET', url: '//', headers: {}, payload: null },
  ...['%', 'user:pw@evil', 'x/../<script>'].map((host) => ({
    method: 'GET',
    url: '/',
    headers: { host },
    payload: null,
  })),
  { method: 'GET', url: '/%', headers: {}, payload: null },
  { method: 'PUT', url: '/api/lofts', headers: {}, payload: null },
  { method: 'GET', url: '/misc/language?to=//', headers: {}, payload: null },
];

interface Report {
  sent: number;
  answered: Record<string, number>;
  /** The first request that showed each fault. */
  faults: Map<string, string>;
}

/** Sends this many requests, eight at a time, one in twenty over a socket, and checks every reply. */
async function fire(
  app: FastifyInstance,
  operations: readonly Operation[],
  count: number,
  speaks: 'JSON' | 'pages' = 'JSON',
): Promise<Report> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const arbitrary = shots(operations);
  const report: Report = { sent: 0, answered: {}, faults: new Map() };
  for (let from = 0; from < count; from += 1000) {
    const drawn = fc.sample(arbitrary, { numRuns: Math.min(1000, count - from), seed: seed + from });
    if (from === 0) drawn.splice(0, remembered.length, ...remembered);
    let next = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let i = next++; i < drawn.length; i = next++) {
          const shot = drawn[i]!;
          const bySocket = (from + i) % 20 === 0;
          logged = [];
          const answering = bySocket ? overSocket(port, shot, ((from + i) / 20) % 20) : inject(app, shot);
          const answer = await Promise.race([answering, sleep(timeout_ms, silence, { ref: false })]);
          report.sent += 1;
          const kind = answer ? `${Math.floor(answer.status / 100)}xx` : 'ended';
          report.answered[kind] = (report.answered[kind] ?? 0) + 1;
          const fault = answer && faultOf(shot, answer, operations, speaks);
          if (!fault || report.faults.has(`${shot.method} ${fault}`)) continue;
          const payload = shot.payload?.toString().slice(0, 600) ?? '';
          report.faults.set(
            `${shot.method} ${fault}`,
            `${shot.method} ${shot.url.slice(0, 200)} ${JSON.stringify(shot.headers).slice(0, 400)} ${payload}\n→ ${answer.status} ${answer.body.slice(0, 300)}\n${logged.join('').slice(0, 1500)}`,
          );
        }
      }),
    );
  }
  // A connection that its client has closed is not reused.
  const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, n) => resolve(n)));
  for (const until = Date.now() + timeout_ms; (await open()) > 0 && Date.now() < until; ) await sleep(20);
  if ((await open()) > 0) report.faults.set('connections left', `${await open()} connections stay open`);
  return report;
}

describe(`hostile requests, seed ${seed}`, () => {
  const count = proveSize(3_000, 100_000);

  /** Sends the requests, reports, and expects replies only. */
  async function prove(
    proof: 'R1' | 'R1-pages',
    app: FastifyInstance,
    operations: readonly Operation[],
    shots: number,
  ) {
    const alone: unknown[] = [];
    const hear = (reason: unknown) => alone.push(reason);
    process.on('unhandledRejection', hear);
    try {
      const { sent, answered, faults } = await fire(app, operations, shots, proof === 'R1' ? 'JSON' : 'pages');
      const stored: number = (await connection.pool.query('select count(*)::int as n from readings')).rows[0].n;
      const readings: Record<string, number> = proof === 'R1' ? { stored } : {};
      reportProof(proof, { sent, ...answered, ...readings, faults: faults.size, alone: alone.length });
      expect([...faults.values()].join('\n\n'), `seed ${seed}`).toBe('');
      expect(alone).toEqual([]);
      // Enough requests passed validation.
      expect(answered['2xx']).toBeGreaterThan(shots / 30);
      return stored;
    } finally {
      process.off('unhandledRejection', hear);
      await app.close();
    }
  }

  it(`${count} of them get no error of the program, and answers as documented (R1)`, async () => {
    const app = await build();
    const all = await documented(app);
    // Few operations belong to clocks: they are listed three times, so that enough readings are stored.
    const clocks = all.filter(({ path }) => ofClocks(path));
    const weighted = [...all, ...clocks, ...clocks, ...beside];
    expect(await prove('R1', app, weighted, count)).toBeGreaterThan(count / 100);
  });

  // Built by every npm script that runs the tests.
  if (hasPages) {
    const asked = proveSize(600, 20_000);
    it(`${asked} of them for pages get no error of the program (R1)`, async () => {
      // React Router logs every origin that is no address; only the replies count here.
      vi.spyOn(console, 'error').mockImplementation(() => {});
      await prove('R1-pages', await build(builtPages), pages, asked);
    });
  }

  it('control: routes that fail, differ from the document or leak internals are reported (R1)', async () => {
    const app = await build();
    const open = { config: { access: 'site.read' as const } };
    app.get('/api/fails', { ...open, schema: { summary: 'fails' } }, async () => {
      throw new Error('a bug');
    });
    const answer = { 200: z.object({ count: z.int() }) };
    app.get('/api/lies', { ...open, schema: { summary: 'lies', response: answer } }, async () => ({ count: 'many' }));
    app.get('/api/leaks', { ...open, schema: { summary: 'leaks' } }, async (_request, reply) =>
      reply.status(400).send({ code: 'x', message: new Error('a bug').stack }),
    );
    app.get('/api/mute', { ...open, schema: { summary: 'mute' } }, async (_request, reply) =>
      reply.status(400).send(''),
    );
    try {
      const seeded = /^\/api\/(fails|lies|leaks|mute)$/;
      const operations = (await documented(app)).filter(({ path }) => seeded.test(path));
      const { faults } = await fire(app, operations, 200);
      const kinds = [...faults.keys()].map((fault) =>
        fault.replace(/^\w+ /, '').replace(/(documented|internals).*/, '$1'),
      );
      const found = [...new Set(kinds)].sort();
      reportProof('R1-control', { seeded: 4, reported: found.length });
      expect(found).toEqual(['leaks internals', 'not as documented', 'refused without JSON', 'status 500']);
    } finally {
      await app.close();
    }
  });
});
