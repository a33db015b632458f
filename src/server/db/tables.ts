/**
 * The tables as types for Kysely. Column names are field names of the API; columns that the database fills in are
 * `Generated`.
 */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Permission } from '#domain/accounts/person.ts';
import type { ActivationKind } from '#domain/activations/activation.ts';
import type { DeviceKind } from '#domain/devices/device.ts';
import type { FlightKind, FlightStatus } from '#domain/flights/flight.ts';
import type { ClosedInterval } from '#domain/flights/night.ts';
import type { Queue } from '#domain/jobs/item.ts';
import type { Locale } from '#domain/locales.ts';
import type { PackageType } from '#domain/lofts/package.ts';
import type { Currency } from '#domain/money.ts';
import type { Document } from '#domain/news/document.ts';
import type { NewsLocale } from '#domain/news/news.ts';
import type { Channel, Event, NotificationStatus } from '#domain/notifications/notification.ts';
import type { OrderKind, OrderStatus } from '#domain/orders/order.ts';
import type { PaymentPageRequest } from '#domain/payments/by-card.ts';
import type { Account, EntryKind } from '#domain/payments/journal.ts';
import type { PaymentMethod, PaymentStatus } from '#domain/payments/payment.ts';
import type { RefundCause, RefundStatus } from '#domain/payments/refund.ts';
import type { ExtraPlaceKind } from '#domain/pigeons/admin-bird.ts';
import type { Facts } from '#domain/pigeons/facts.ts';
import type { Health, Location, PigeonMachine, PigeonStatus, Progress } from '#domain/pigeons/status.ts';
import type { ListingStatus } from '#domain/sales/listing.ts';
import type { DueDateCategory, DueDateCategoryId } from '#domain/seasons/due-date.ts';
import type { ProductCategoryId } from '#domain/seasons/product.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';
import type { Switch } from '#domain/seasons/visibility.ts';
import type { TransportStatus } from '#domain/transports/transport.ts';

/** ISO text with milliseconds when read; ISO text when written. */
type Instant = string;
/** `2026-06-06`. */
type Day = string;
/** JSON in PostgreSQL: an object when read, its text when written. */
type Json<T> = ColumnType<T, string, string>;

interface History {
  loft_id: number;
  n: number;
  from_status: string;
  to_status: string;
  at: Generated<Instant>;
  reason: string | null;
  /** Null: the program itself. */
  user_id: Generated<number | null>;
}

export interface Tables {
  users: {
    id: Generated<number>;
    issuer: string;
    subject: string;
    email: string | null;
    first_name: string | null;
    last_name: string | null;
    plain_name: GeneratedAlways<string>;
    plain_email: GeneratedAlways<string | null>;
    identity_number: string | null;
    city: string | null;
    street: string | null;
    zipcode: string | null;
    image: string | null;
    language: string | null;
    phone: Generated<string | null>;
    is_admin: Generated<boolean>;
    has_second_factor: Generated<boolean>;
    roles: Generated<string[]>;
    signed_out_at: Generated<Instant | null>;
    created_at: Generated<Instant>;
  };
  demo: { one: Generated<boolean>; began_at: Generated<Instant>; ended_at: Generated<Instant | null> };
  user_sessions: {
    id: Generated<number>;
    user_id: number;
    token_hash: Buffer;
    refresh_hash: Generated<Buffer | null>;
    access_token: Generated<string | null>;
    refresh_token: Generated<string | null>;
    id_token: Generated<string | null>;
    renew_at: Generated<Instant | null>;
    expires_at: Instant;
    created_at: Generated<Instant>;
    agent: string | null;
    browser_hash: Generated<Buffer | null>;
    provider_session: Generated<string | null>;
    network: Generated<string | null>;
    last_used_at: Generated<Instant>;
    proven_at: Generated<Instant | null>;
    is_strong: Generated<boolean>;
    ended_at: Generated<Instant | null>;
  };
  favorites: {
    id: Generated<number>;
    user_id: number;
    loft_id: number;
    team_id: number | null;
    pigeon_id: number | null;
    flight_id: number | null;
    at: Generated<Instant>;
  };
  loft_permissions: Permission & { user_id: number; given_at: Generated<Instant> };
  files: {
    loft_id: number;
    id: Generated<number>;
    kind: 'image' | 'pdf';
    type: 'image/jpeg' | 'image/webp' | 'application/pdf';
    name: string;
    bytes: number;
    width: number | null;
    height: number | null;
    /** For public files: the hash of the content, which is the name in the storage. */
    sha256: string | null;
    /** For private files: 64 random digits, which are the name in the storage. */
    private_key: Generated<string | null>;
    user_id: number;
    created_at: Generated<Instant>;
  };
  media: { loft_id: number; id: Generated<number>; file_id: number; place: number };
  media_captions: { loft_id: number; media_id: number; language: string; text: string };
  contracts: {
    loft_id: number;
    id: Generated<number>;
    language: ColumnType<Locale, string, string>;
    title: string;
    text: string | null;
    file_id: number | null;
    valid_from: string;
    version: Generated<number | null>;
    created_at: Generated<Instant>;
    created_by: number;
    published_at: Generated<Instant | null>;
    published_by: Generated<number | null>;
  };
  contract_acceptances: {
    loft_id: number;
    contract_id: number;
    user_id: number;
    accepted_at: Generated<Instant>;
  };
  backups: {
    id: Generated<number>;
    taken_at: string;
    finished_at: Generated<string>;
    version: string;
    bytes: number;
    place: string;
  };
  audit_log: {
    id: Generated<number>;
    loft_id: number | null;
    user_id: number | null;
    action: string;
    about_user_id: number | null;
    before: ColumnType<unknown, string | null, never>;
    after: ColumnType<unknown, string | null, never>;
    at: Generated<Instant>;
  };
  security_log: {
    id: Generated<number>;
    user_id: Generated<number | null>;
    account: Generated<string | null>;
    event: string;
    network: string | null;
    agent: string | null;
    at: Generated<Instant>;
  };
  contact_messages: {
    id: Generated<number>;
    user_id: number | null;
    name: string;
    email: string;
    message: string;
    locale: string;
    at: Generated<Instant>;
  };
  notification_settings: {
    user_id: number;
    language: string | null;
    quiet_from: string | null;
    quiet_to: string | null;
    time_zone: string | null;
  };
  notification_choices: { user_id: number; event: Event; channel: Channel; wanted: boolean };
  push_subscriptions: {
    id: Generated<number>;
    session_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Generated<Instant>;
  };
  notifications: {
    id: Generated<number>;
    user_id: number | null;
    recipient: string | null;
    event: string;
    channel: Channel;
    key: string;
    facts: ColumnType<unknown, string, never>;
    status: Generated<NotificationStatus>;
    created_at: Generated<Instant>;
  };
  race_events: {
    id: Generated<number>;
    loft_id: number;
    flight_id: number;
    pigeon_id: Generated<number | null>;
    status: Generated<'released' | 'provisional' | 'official' | null>;
    at: Generated<Instant>;
    after_user: Generated<number>;
  };
  notification_attempts: {
    notification_id: number;
    n: number;
    outcome: 'sent' | 'failed' | 'given_up';
    error: string | null;
    at: Generated<Instant>;
  };
  status_edges: { machine: string; from_status: string; event: string; to_status: string };
  lofts: {
    id: Generated<number>;
    name: string;
    unit: Generated<'km' | 'mile'>;
    time_zone: string;
    country: string | null;
    latitude: number | null;
    longitude: number | null;
    currency: Generated<string>;
    email: Generated<string | null>;
    phone: Generated<string | null>;
    website: Generated<string | null>;
    street: Generated<string | null>;
    zipcode: Generated<string | null>;
    city: Generated<string | null>;
    settings_version: Generated<number>;
    address_version: Generated<number>;
    request_key: Generated<string | null>;
    second_factor: Generated<boolean>;
    created_at: Generated<Instant>;
  };
  loft_tags: { loft_id: number; tag_name: string };
  loft_types: {
    loft_id: number;
    n: number;
    package: PackageType;
    given_at: Generated<Instant>;
    user_id: number | null;
  };
  loft_subscriptions: {
    loft_id: number;
    id: Generated<number>;
    months: 12 | 24;
    starts_at: Day;
    ended_on: Day | null;
    ends_at: ColumnType<Day, never, never>;
    taken_back: Generated<boolean>;
    version: Generated<number>;
    given_at: Generated<Instant>;
    user_id: number | null;
  };
  loft_subscription_changes: {
    loft_id: number;
    subscription_id: number;
    n: number;
    months: 12 | 24;
    starts_at: Day;
    ends_at: Day;
    taken_back: boolean;
    reason: string;
    user_id: number | null;
    at: Generated<Instant>;
  };
  fanciers: {
    loft_id: number;
    id: Generated<number>;
    name: string;
    email: string | null;
    phone: string | null;
    street: string | null;
    zipcode: string | null;
    city: string | null;
    country: string | null;
    note: string | null;
    version: Generated<number>;
  };
  fancier_messages: {
    loft_id: number;
    id: Generated<number>;
    subject: string;
    text: string;
    language: string;
    letters: number;
    written_by: number | null;
    written_at: Instant;
  };
  fancier_teams: { loft_id: number; team_id: number; fancier_id: number };
  loft_notes: {
    loft_id: number;
    id: Generated<number>;
    text: string | null;
    is_pinned: Generated<boolean>;
    user_id: number;
    at: Generated<Instant>;
  };
  seasons: {
    loft_id: number;
    id: Generated<number>;
    name: string;
    year: number;
    currency: Generated<string>;
    status: Generated<SeasonStatus>;
    description: Generated<string | null>;
    payment_text: Generated<string | null>;
    bank_holder: Generated<string | null>;
    bank_iban: Generated<string | null>;
    bank_bic: Generated<string | null>;
    bank_name: Generated<string | null>;
    max_pigeons: Generated<number | null>;
    max_active_pigeons: Generated<number | null>;
    max_reserve_pigeons: Generated<number | null>;
    taken_active_pigeons: Generated<number>;
    taken_reserve_pigeons: Generated<number>;
    activated_reserve_pigeons: Generated<number>;
    outside_order_pigeons: Generated<number>;
    version: Generated<number>;
    /** The fields that are hidden from the public. */
    hidden: Generated<Switch[]>;
    alias_key: Generated<string>;
  };
  season_history: History & { season_id: number };
  due_date_categories: { id: DueDateCategoryId; code: DueDateCategory };
  due_dates: {
    loft_id: number;
    season_id: number;
    id: Generated<number>;
    due_date_category_id: DueDateCategoryId;
    name: string;
    description: string | null;
    starts_at: string;
    ends_at: string;
    max_duration: number | null;
    version: Generated<number>;
  };
  products: {
    loft_id: number;
    season_id: number;
    id: Generated<number>;
    product_category_id: ProductCategoryId;
    name: string;
    description: Generated<string>;
    amount_cents: number;
    pigeons_active: Generated<number>;
    pigeons_reserve: Generated<number>;
    max_quantity: number | null;
    starts_at: string | null;
    ends_at: string | null;
    sold: Generated<number>;
    in_use: Generated<boolean>;
    version: Generated<number>;
  };
  orders: {
    loft_id: number;
    season_id: number | null;
    id: Generated<number>;
    number: number;
    kind: OrderKind;
    user_id: number;
    currency: Currency;
    team_id: number | null;
    team_is_new: Generated<boolean>;
    team_was: string | null;
    team_country_was: string | null;
    contract_id: number | null;
    amount_cents: number;
    status: Generated<OrderStatus>;
    pay_until: Instant | null;
    created_at: Instant;
  };
  order_sums: {
    loft_id: number;
    season_id: number;
    status: OrderStatus;
    pay_until: Instant | null;
    orders: number;
    amount_cents: number;
  };
  order_positions: {
    loft_id: number;
    season_id: number | null;
    order_id: number;
    n: number;
    product_id: number | null;
    name: string | null;
    quantity: number;
    amount_cents: number;
  };
  registrations: {
    loft_id: number;
    season_id: number;
    order_id: number;
    pigeons_active: number;
    pigeons_reserve: number;
  };
  order_requests: {
    user_id: number;
    key: string;
    loft_id: number;
    order_id: number;
    fingerprint: string;
    at: Generated<Instant>;
  };
  registration_drafts: {
    user_id: number;
    loft_id: number;
    season_id: number;
    choice: ColumnType<unknown, string, string>;
    kept_at: string;
  };
  order_history: History & { order_id: number };
  payments: {
    loft_id: number;
    season_id: number | null;
    id: Generated<number>;
    order_id: number;
    key: Generated<string>;
    method: PaymentMethod;
    amount_cents: number;
    currency: string;
    status: Generated<PaymentStatus>;
    asked: ColumnType<PaymentPageRequest | null, string | null, never>;
    session: string | null;
    url: string | null;
    intent: string | null;
    user_id: number;
    reason: string | null;
    file_id: number | null;
    created_at: Instant;
  };
  payment_history: History & { payment_id: number };
  refunds: {
    loft_id: number;
    season_id: number | null;
    id: Generated<number>;
    order_id: number;
    payment_id: number;
    key: Generated<string>;
    cause: RefundCause;
    status: Generated<RefundStatus>;
    method: PaymentMethod | null;
    reason: string | null;
    file_id: number | null;
    sent_at: Instant | null;
    provider_id: string | null;
    created_at: Instant;
  };
  refund_history: History & { refund_id: number };
  provider_events: {
    id: string;
    type: string;
    about: string | null;
    subject: 'session' | 'refund' | null;
    raw: string;
    received_at: Instant;
    done_at: Instant | null;
  };
  job_items: {
    queue: Queue | Channel;
    item: string;
    loft_id: number | null;
    order_id: number | null;
    flight_id: number | null;
    attempts: number;
    error: string | null;
    first_at: Instant;
    last_at: Instant;
    next_try_at: Instant;
    stuck_at: Instant | null;
    put_aside_at: Instant | null;
    put_aside_by: number | null;
    put_aside_reason: string | null;
  };
  journal_entries: {
    loft_id: number;
    id: Generated<number>;
    season_id: number | null;
    order_id: number;
    payment_id: number | null;
    kind: EntryKind;
    attempt: Generated<number>;
    currency: string;
    at: Instant;
  };
  postings: { loft_id: number; entry_id: number; account: Account; amount_cents: number };
  payment_settings: { loft_id: number; agent_limit_cents: number };
  rulebooks: {
    loft_id: number;
    season_id: number;
    version: number;
    content: Json<Rulebook>;
    user_id: Generated<number | null>;
    at: Generated<Instant>;
  };
  news: {
    loft_id: number;
    id: Generated<number>;
    season_id: number | null;
    is_draft: boolean;
    published_at: Instant | null;
    version: Generated<number>;
    created_at: Generated<Instant>;
    removed_at: Generated<Instant | null>;
  };
  news_texts: {
    loft_id: number;
    news_id: number;
    locale: NewsLocale;
    title: string;
    lead: string;
    body: Json<Document>;
  };
  news_pictures: { loft_id: number; news_id: number; file_id: number };
  teams: {
    loft_id: number;
    season_id: number;
    id: Generated<number>;
    name: string;
    fancier: string | null;
    country: string | null;
    /** The account of its fancier. */
    user_id: Generated<number | null>;
  };
  invitations: {
    loft_id: number;
    id: Generated<number>;
    email: string;
    is_merchant: Generated<boolean>;
    is_agent: boolean;
    is_staff: boolean;
    has_seasons: boolean;
    season_id: number | null;
    team_id: number | null;
    language: string;
    invited_by: number | null;
    sendings: Generated<number>;
    sent_at: Instant;
    expires_at: Instant;
    accepted_at: Generated<Instant | null>;
    accepted_by: Generated<number | null>;
    withdrawn_at: Generated<Instant | null>;
  };
  invitation_letters: {
    loft_id: number;
    email: string;
    day: string;
    letters: Generated<number>;
  };
  birds: { id: Generated<number>; ring_key: string; n: Generated<number> };
  bird_changes: {
    loft_id: number;
    pigeon_id: number;
    n: number;
    from_bird_id: number;
    to_bird_id: number;
    is_new: boolean;
    at: Instant;
    reason: string | null;
    user_id: number | null;
  };
  pigeons: {
    loft_id: number;
    season_id: number;
    id: Generated<number>;
    bird_id: number;
    team_id: number | null;
    ring: string;
    ring_key: string;
    name: string | null;
    color: string | null;
    eye_color: Generated<Facts['eye_color']>;
    hatch_year: Generated<number | null>;
    breeder: Generated<string | null>;
    sire: Generated<string | null>;
    dam: Generated<string | null>;
    sex: Generated<'cock' | 'hen' | 'unknown'>;
    health: Generated<Health>;
    progress: Generated<Progress>;
    location: Generated<Location>;
    entered_at: Generated<Instant>;
    entered_by: Generated<number | null>;
    pedigree_file_id: Generated<number | null>;
  };
  pigeon_status_types: { id: number; machine: PigeonMachine; code: PigeonStatus; is_not_racing: boolean };
  pigeon_history: History & { pigeon_id: number; machine: PigeonMachine };
  pigeon_chips: {
    loft_id: number;
    pigeon_id: number;
    chip: string;
    during: string;
    reason: Generated<string | null>;
    user_id: Generated<number | null>;
  };
  entries: { loft_id: number; season_id: number; order_id: number; place: number; pigeon_id: number };
  extra_places: {
    loft_id: number;
    season_id: number;
    pigeon_id: number;
    kind: ExtraPlaceKind;
    reason: string;
    user_id: number | null;
    at: Instant;
  };
  collections: {
    loft_id: number;
    id: Generated<number>;
    agent_id: number;
    place: string;
    day: string;
    from_time: string;
    to_time: string;
    price_cents: number;
    currency: string;
    note: string | null;
    created_at: Instant;
    withdrawn_at: Instant | null;
  };
  transports: {
    loft_id: number;
    season_id: number;
    id: Generated<number>;
    order_id: number;
    collection_id: number;
    status: Generated<TransportStatus>;
    created_at: Instant;
  };
  transport_history: History & { transport_id: number };
  pigeon_rights: {
    loft_id: number;
    pigeon_id: number;
    n: number;
    user_id: number;
    from_day: Day;
    until_day: Day | null;
    share_bp: number;
    reason: string | null;
    order_id: number | null;
    given_by: number | null;
    at: Instant;
  };
  listings: {
    loft_id: number;
    season_id: number;
    id: Generated<number>;
    pigeon_id: number;
    product_id: number;
    price_cents: number | null;
    status: Generated<ListingStatus>;
    created_at: Instant;
  };
  listing_history: History & { listing_id: number };
  sale_offers: {
    loft_id: number;
    listing_id: number;
    n: number;
    user_id: number;
    amount_cents: number;
    at: Instant;
  };
  sale_orders: {
    loft_id: number;
    season_id: number;
    order_id: number;
    listing_id: number;
    offer_n: number | null;
  };
  activations: {
    loft_id: number;
    season_id: number;
    order_id: number;
    pigeon_id: number;
    kind: ActivationKind;
    replaces_pigeon_id: Generated<number | null>;
    ended_at: Generated<Instant | null>;
  };
  devices: {
    loft_id: number;
    id: Generated<number>;
    name: string;
    replay_id: number | null;
    key_hash: Buffer | null;
    created_at: Generated<Instant>;
    revoked_at: Instant | null;
    kind: Generated<DeviceKind>;
    clock_id: Generated<number | null>;
    position: Generated<string | null>;
    maker: Generated<string | null>;
    serial: Generated<string | null>;
    note: Generated<string | null>;
    key_issued_at: Generated<Instant | null>;
    old_key_hash: Generated<Buffer | null>;
    old_key_until: Generated<Instant | null>;
    online_from: Generated<string | null>;
    online_to: Generated<string | null>;
    silent_after_s: Generated<number>;
    sample_s: Generated<number>;
  };
  device_contacts: {
    loft_id: number;
    device_id: number;
    first_at: Instant;
    last_at: Instant;
    clock_offset_ms: number | null;
  };
  device_silences: {
    loft_id: number;
    id: Generated<number>;
    device_id: number;
    since: Instant;
    noticed_at: Instant;
    ended_at: Instant | null;
  };
  device_telemetry: {
    loft_id: number;
    device_id: number;
    boot: string;
    n: number;
    at: Instant;
    received_at: Instant;
    battery_percent: number | null;
    temperature_c: number | null;
    clock_offset_ms: number | null;
    reading_count: number | null;
    signal_percent: number | null;
    free_memory_kb: number | null;
    firmware: string | null;
  };
  device_minutes: {
    loft_id: number;
    device_id: number;
    minute: Instant;
    readings: Generated<number>;
    battery_sum: Generated<number>;
    battery_n: Generated<number>;
    temperature_sum: Generated<number>;
    temperature_n: Generated<number>;
    signal_sum: Generated<number>;
    signal_n: Generated<number>;
    offset_sum: Generated<number>;
    offset_n: Generated<number>;
  };
  flights: {
    loft_id: number;
    season_id: number;
    id: Generated<number>;
    name: string;
    kind: Generated<FlightKind>;
    status: Generated<FlightStatus>;
    release_point: string | null;
    release_latitude: number | null;
    release_longitude: number | null;
    release_time: Instant | null;
    distance_m: number | null;
    distance_source: 'geodesic' | 'stated' | null;
    estimated_average_speed: number | null;
    rules: Json<RaceRules>;
    rulebook_version: Generated<number | null>;
    closed_intervals: ColumnType<ClosedInterval[], string | undefined, string>;
    day_starts: ColumnType<number[], string | undefined, string>;
    closes_at: Instant | null;
    replay_of: number | null;
    replay_factor: number | null;
    basketed_count: Generated<number>;
    created_at: Generated<Instant>;
  };
  flight_history: History & { flight_id: number };
  baskets: {
    loft_id: number;
    season_id: number;
    flight_id: number;
    pigeon_id: number;
    position: number;
    basketed_at: Generated<Instant>;
  };
  ledgers: { loft_id: number; epoch: Generated<number>; head: Generated<number>; hash: Generated<Buffer> };
  readings: {
    loft_id: number;
    number: number;
    device_id: number;
    boot: string;
    sequence: number;
    chip: string;
    device_time: Instant;
    resolution_ms: number;
    antenna: string | null;
    previous_hash: string | null;
    signature: string | null;
    received_at: Instant;
    clock_offset_ms: number | null;
    content_hash: Buffer;
    hash: Buffer;
  };
  declarations: {
    loft_id: number;
    number: number;
    kind: 'offset' | 'void' | 'manual' | 'release' | 'rules';
    device_id: number | null;
    boot: string | null;
    flight_id: number | null;
    pigeon_id: number | null;
    reading_number: number | null;
    declaration_number: number | null;
    content: Json<unknown>;
    reason: string | null;
    user_id: number | null;
    declared_at: Instant;
    content_hash: Buffer;
    hash: Buffer;
  };
  reading_conflicts: {
    loft_id: number;
    id: Generated<number>;
    device_id: number;
    boot: string;
    sequence: number;
    content: Json<unknown>;
    content_hash: Buffer;
    received_at: Instant;
  };
  device_boots: {
    loft_id: number;
    device_id: number;
    boot: string;
    received: string;
    first_at: Instant;
    last_at: Instant;
  };
  reading_gaps: {
    loft_id: number;
    device_id: number;
    boot: string;
    from_sequence: number;
    to_sequence: number;
    first_at: Instant;
    last_at: Instant;
  };
  alarms: {
    loft_id: number;
    id: Generated<number>;
    kind: 'reading_conflict' | 'device_chain_broken';
    params: Json<unknown>;
    raised_at: Generated<Instant>;
    settled_at: Instant | null;
  };
  flight_streams: {
    loft_id: number;
    flight_id: number;
    epoch: Generated<number>;
    head: Generated<number>;
    home_count: Generated<number>;
  };
  arrivals: {
    loft_id: number;
    flight_id: number;
    seq: number;
    pigeon_id: number;
    reading_number: number | null;
    declaration_number: number | null;
    time: Instant | null;
  };
  standings: {
    loft_id: number;
    flight_id: number;
    place: number;
    pigeon_id: number;
    time: Instant;
    rank: number;
    net_ms: number;
    speed: number | null;
    gap_ms: number;
    day: number;
  };
  unranked_readings: {
    loft_id: number;
    number: number;
    reason: string;
    pigeon_id: number | null;
  };
}
