/** Checks that the code keeps to docs/architecture.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Tables } from '#server/db/tables.ts';

const src = fileURLToPath(new URL('.', import.meta.url));

/** A noun may use those before it, never those after it. */
const nouns = [
  'notifications',
  'accounts',
  'files',
  'lofts',
  'media',
  'contracts',
  'seasons',
  'news',
  'pigeons',
  'people',
  'fanciers',
  'orders',
  'entries',
  'transports',
  'devices',
  'flights',
  'basketing',
  'arrivals',
  'favorites',
  'flock',
  'aces',
  'rankings',
  'championships',
  'rulings',
  'disputes',
  'sales',
  'payments',
  'prizes',
  'store',
  'pedigree',
  'activations',
  'overview',
  'search',
  'open-data',
];

interface Source {
  path: string;
  tree: string;
  noun: string | undefined;
  text: string;
  imports: string[];
}

const isTest = (path: string) => /\.test\.tsx?$|^testing\//.test(path);

const sources: Source[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(join(src, path), 'utf8');
    const [tree = '', folder = ''] = path.split('/');
    const resolved = (to: string) =>
      to.startsWith('#') ? to.slice(1) : to.startsWith('.') ? relative(src, resolve(src, dirname(path), to)) : to;
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => resolved(to));
    return { path, tree, noun: nouns.includes(folder) ? folder : undefined, text, imports };
  });
const product = sources.filter(({ path }) => !isTest(path));

/** Text without comments, so that words in them are not taken for code. */
const code = ({ text }: Source) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');

const nounOf = (path: string) => nouns.indexOf(path.split('/')[1] ?? '');

describe('the tree', () => {
  it('is read at all, and has every noun', () => {
    expect(nouns.filter((noun) => !product.some((source) => source.noun === noun))).toEqual([]);
  });

  it('domain imports nothing of server and web, server nothing of web, web nothing of server', () => {
    const allowed: Record<string, string[]> = {
      domain: ['domain'],
      server: ['domain', 'server'],
      web: ['domain', 'web'],
    };
    const wrong = product.flatMap(({ path, tree, imports }) =>
      imports
        .filter((to) => /^(domain|server|web)\//.test(to) && !(allowed[tree] ?? []).includes(to.split('/')[0]!))
        .map((to) => `${path} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('what only tests and benchmarks use lies in src/testing, and nothing else imports it', () => {
    const dev = join(src, '../dev');
    const tools = readdirSync(dev, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|mjs)$/.test(path) && !/^bench\/|\.test\.ts$/.test(path))
      .map((path) => ({ path: `dev/${path}`, text: readFileSync(join(dev, path), 'utf8') }));
    const wrong = [...product, ...tools].filter(({ text }) => /(?:from|import)\s*\(?\s*'[^']*\btesting\//.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const elsewhere = [...product, ...tools].filter(({ path }) => /(^|[/-])testing\b|(^|\/)test-/.test(path));
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
    expect(tools.length).toBeGreaterThan(20);
    expect(sources.filter(({ imports }) => imports.some((to) => to.startsWith('testing/'))).length).toBeGreaterThan(
      100,
    );
  });

  it('a noun of domain or server uses only itself and the nouns before it', () => {
    const wrong = product
      .filter(({ tree, noun }) => noun && (tree === 'domain' || tree === 'server'))
      .flatMap(({ path, noun, imports }) =>
        imports.filter((to) => nounOf(to) > nouns.indexOf(noun!)).map((to) => `${path} → ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  it('a folder of web imports only folders of lower layers, so none of its own layer', () => {
    const layers = [
      ['lib'],
      ['ui'],
      ['map', 'share', 'shell'],
      [...nouns, 'contact', 'identity', 'jobs', 'sw'],
      // What composes the work of several nouns.
      ['admin', 'home', 'overview'],
    ];
    const layerOf = (folder: string) => layers.findLastIndex((layer) => layer.includes(folder));
    const folderOf = (path: string) => /^web\/([\w-]+)\//.exec(path)?.[1];
    const inFolders = product.filter(({ path }) => folderOf(path));
    expect(inFolders.filter(({ path }) => layerOf(folderOf(path)!) < 0).map(({ path }) => path)).toEqual([]);
    const wrong = inFolders.flatMap(({ path, imports }) => {
      const own = folderOf(path)!;
      const others = imports.filter((to) => folderOf(to) && folderOf(to) !== own);
      return others.filter((to) => layerOf(folderOf(to)!) >= layerOf(own)).map((to) => `${path} → ${to}`);
    });
    expect(wrong).toEqual([]);
  });

  it('no modules import each other in a circle', () => {
    const graph = new Map(product.map(({ path, imports }) => [path, imports]));
    const circles: string[] = [];
    const done = new Set<string>();
    const follow = (path: string, trail: string[]) => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      if (trail.includes(path) || done.has(path)) return;
      for (const to of graph.get(path) ?? []) follow(to, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) follow(path, []);
    expect(circles).toEqual([]);
    expect([...graph.values()].flat().length).toBeGreaterThan(2000);
  });

  it('a page redirects to absolute paths: the address of a form that a script sends is not the page’s own', () => {
    const partly = /\bredirect\(\s*['"`][^/$'"`]/;
    const wrong = product.filter((source) => source.tree === 'web' && partly.test(code(source)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(partly.test("redirect('?saved')")).toBe(true);
  });

  it('a transaction begins in one place, where an aborted one is repeated', () => {
    const alone = ['server/db/transaction.ts', 'server/verify.ts'];
    const wrong = product.filter((source) => source.tree === 'server' && /\.transaction\(\)/.test(code(source)));
    expect(wrong.map(({ path }) => path).sort()).toEqual(alone);
  });

  it('domain has no clock, no randomness, and no access to the outside', () => {
    const banned =
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bTemporal\.Now\b|\bperformance\.|\bprocess\.|\bfetch\(|'node:/;
    const wrong = product.filter((source) => source.tree === 'domain' && banned.test(code(source)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
    // The control: the check finds what it should.
    expect(['Date.now()', 'new Date()', 'Math.random()'].filter((text) => !banned.test(text))).toEqual([]);
  });

  it('has no folder for odds and ends, no barrel and no class but Refusal', () => {
    const odds = product.filter(({ path }) => /(^|\/)(utils|helpers|common|types|hooks|services)\//.test(path));
    const barrels = product.filter(({ path }) => /(^|\/)index\.tsx?$/.test(path));
    // React supports error boundaries as classes only.
    const classes = product.filter(
      (source) =>
        source.path !== 'web/shell/LastResort.tsx' && /^(export )?(abstract )?class (?!Refusal\b)/m.test(code(source)),
    );
    expect([...odds, ...barrels, ...classes].map(({ path }) => path)).toEqual([]);
  });

  it('exports by name; only the modules that React Router reads have a default', () => {
    const routeModule = /^web\/(root|routes|entry\.\w+)\.tsx?$|Page\.tsx$/;
    const wrong = product.filter((source) => /^export default /m.test(code(source)) && !routeModule.test(source.path));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('every module begins with a comment about itself', () => {
    const mute = product.filter(({ text }) => !/^(\/\*\*|\/\/)/.test(text));
    expect(mute.map(({ path }) => path)).toEqual([]);
  });

  it('a table is written only by its noun', () => {
    const owner: Record<keyof Tables, string> = {
      api_keys: 'open-data',
      webhooks: 'open-data',
      webhook_deliveries: 'open-data',
      webhook_cursors: 'open-data',
      unmarked_birds: 'favorites',
      notification_settings: 'notifications',
      notification_choices: 'notifications',
      push_subscriptions: 'notifications',
      notifications: 'notifications',
      notification_attempts: 'notifications',
      race_events: 'notifications',
      users: 'accounts',
      account_merges: 'accounts',
      user_sessions: 'accounts',
      loft_permissions: 'accounts',
      audit_log: 'accounts',
      job_items: 'jobs',
      favorites: 'favorites',
      files: 'files',
      media: 'media',
      media_captions: 'media',
      contracts: 'contracts',
      contract_acceptances: 'contracts',
      lofts: 'lofts',
      loft_tags: 'lofts',
      loft_types: 'lofts',
      loft_subscriptions: 'lofts',
      loft_notes: 'lofts',
      certificate_texts: 'lofts',
      fanciers: 'fanciers',
      fancier_teams: 'fanciers',
      fancier_messages: 'fanciers',
      season_messages: 'people',
      ledgers: 'lofts arrivals ledger',
      seasons: 'seasons',
      season_history: 'seasons',
      due_dates: 'seasons',
      rulebooks: 'seasons',
      news: 'news',
      news_texts: 'news',
      news_pictures: 'news',
      products: 'seasons',
      teams: 'pigeons',
      pigeons: 'pigeons',
      birds: 'pigeons',
      bird_changes: 'pigeons',
      pigeon_history: 'pigeons',
      entries: 'entries',
      extra_places: 'entries',
      collections: 'transports',
      agent_routes: 'transports',
      transports: 'transports',
      transport_history: 'transports',
      orders: 'orders',
      order_positions: 'orders',
      order_sums: 'orders',
      order_history: 'orders',
      order_requests: 'orders',
      registration_drafts: 'orders',
      payments: 'payments',
      payment_birds: 'payments',
      payment_history: 'payments',
      cash_hand_overs: 'payments',
      refunds: 'payments',
      refund_history: 'payments',
      provider_events: 'payments',
      journal_entries: 'payments',
      postings: 'payments',
      payment_settings: 'payments',
      prize_funds: 'prizes',
      prize_payouts: 'prizes',
      prize_payout_answers: 'prizes',
      prize_payout_parts: 'prizes',
      prize_transfers: 'prizes',
      payout_accounts: 'prizes',
      prize_entries: 'prizes',
      prize_postings: 'prizes',
      ranking_winners: 'prizes',
      published_money: 'prizes',
      pigeon_chips: 'pigeons',
      bird_photos: 'pigeons',
      team_claims: 'people',
      invitations: 'people',
      devices: 'devices',
      device_contacts: 'devices',
      device_silences: 'devices',
      device_telemetry: 'devices',
      device_minutes: 'devices',
      flights: 'flights',
      flight_history: 'flights',
      flight_streams: 'flights ledger',
      flight_decisions: 'flights',
      release_points: 'flights',
      release_reports: 'flights',
      release_observations: 'flights',
      release_pictures: 'flights',
      sealed_lists: 'flights',
      result_signatures: 'arrivals',
      official_results: 'arrivals',
      rankings: 'rankings',
      frozen_rankings: 'rankings',
      named_birds: 'rankings',
      championships: 'championships',
      championship_seasons: 'championships',
      championship_versions: 'championships',
      championship_sources: 'championships',
      rulings: 'rulings',
      ruling_decisions: 'rulings',
      ruling_files: 'rulings',
      disputes: 'disputes',
      dispute_answers: 'disputes',
      dispute_files: 'disputes',
      baskets: 'basketing',
      basketing_desks: 'basketing',
      crate_blocks: 'basketing',
      basketing_events: 'basketing',
      basketing_birds: 'basketing',
      roll_calls: 'basketing',
      flight_clocks: 'flights',
      given_up_readings: 'flights',
      readings: 'arrivals',
      reading_conflicts: 'arrivals',
      device_boots: 'arrivals',
      alarms: 'arrivals',
      // The ledger is below the nouns: a noun that changes facts behind the matching of readings has them rematched.
      arrivals: 'ledger',
      unranked_readings: 'ledger',
      declarations: 'ledger',
      standings: 'arrivals',
      demo: 'accounts',
      backups: 'backup',
      security_log: 'accounts identity',
      contact_messages: 'contact',
      currency_rates: 'seasons',
      forecasts: 'flights',
      flight_forecasts: 'flights',
      loft_subscription_changes: 'lofts',
      registrations: 'orders',
      invitation_letters: 'people',
      pigeon_rights: 'pigeons',
      passport_parts: 'pigeons',
      listings: 'sales',
      listing_history: 'sales',
      sale_offers: 'sales',
      sale_orders: 'sales',
      activations: 'activations',
      // Written by migrations only, or a view.
      status_edges: '',
      due_date_categories: '',
      pigeon_status_types: '',
      reading_gaps: '',
      owed_readings: '',
    };
    const writes =
      /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|(?:insert into|update|delete from|merge into)\s+(\w+)\b|appendHistory\(\s*tx,\s*'(\w+)'/g;
    const wrong = product
      .filter(({ tree }) => tree === 'server')
      .flatMap((source) =>
        [...code(source).matchAll(writes)]
          .map(([, a, b, machine]) => a ?? b ?? `${machine}_history`)
          .filter(
            (table) => table in owner && !owner[table as keyof Tables].split(' ').includes(source.path.split('/')[1]!),
          )
          .map((table) => `${source.path} writes ${table}`),
      );
    expect(wrong).toEqual([]);
  });

  describe('what belongs to a loft', () => {
    const statements = product.filter(({ tree }) => tree === 'server');
    it('is queried with its loft: no query of a season goes without', () => {
      const found: string[] = [];
      const season = /season_id(?:', '(?:=|in)', (?!'s\.id)|\s*=\s*(?:any\()?\$\{)/g;
      const begin = /(?:selectFrom|updateTable|deleteFrom)\(|sql(?:<[^`]*?>)?`/g;
      for (const { path, text } of statements)
        for (const { index } of text.matchAll(season)) {
          const from = [...text.slice(0, index).matchAll(begin)].at(-1)?.index ?? 0;
          const rest = text.slice(index);
          const statement = text.slice(from, index + rest.search(/\.execute|;\n/));
          found.push(path);
          // One row by a unique number: its season is checked separately.
          const isOne = /where\('id', '='/.test(statement);
          if (!isOne) expect(statement, path).toMatch(/loft_id'?,? *(?:'(?:=|in)'|= |in )/);
        }
      expect(found.length).toBeGreaterThan(80);
    });

    it('is joined by its loft', () => {
      const tables =
        `seasons|teams|pigeons|orders|order_positions|order_history|payments|refunds|journal_entries|postings|
        products|due_dates|entries|transports|collections|listings|sale_offers|sale_orders|activations|flights|arrivals|
        baskets|readings|extra_places|pigeon_chips|pigeon_history|bird_changes`.replaceAll(/\s/g, '');
      const written = new RegExp(
        `\\bjoin (?:${tables})(?: (?:as )?\\w+)? on [\\s\\S]*?(?=\\bjoin\\b|\\bwhere\\b|\\bgroup\\b|\\border by\\b|\`|\\bcross\\b|\\bleft\\b)`,
        'g',
      );
      const built = new RegExp(`Join\\(\\s*'(?:${tables})(?: as \\w+)?',[\\s\\S]*?\\)\\s*\\n\\s*\\.\\w`, 'g');
      const joins = statements.flatMap(({ path, text }) =>
        [...text.matchAll(written), ...text.matchAll(built)].map(([join]) => ({ path, join })),
      );
      // Numbers of clocks and providers are their own.
      const byOthersNumbers = /\.sequence|\.session'|\.provider_id'/;
      const alone = joins.filter(({ join }) => !/loft_id/.test(join) && !byOthersNumbers.test(join));
      expect(alone).toEqual([]);
      expect(joins.length).toBeGreaterThan(150);
    });
  });
});
