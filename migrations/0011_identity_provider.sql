-- The bundled identity provider, apart from everything else in a schema of its own. The first tables are those that the
-- library (better-auth 1.7.5 with jwt, phone number, two factor and OAuth provider) wants, with the names it gives them.

create schema idp;

-- What a person is called by in the sport's papers (2.28); never given twice.
create sequence idp.identity_numbers;

create table idp."user" (
  "id" text not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz default now() not null,
  "updatedAt" timestamptz default now() not null,
  "phoneNumber" text unique,
  "phoneNumberVerified" boolean,
  "twoFactorEnabled" boolean,
  "ipfn" text not null unique default (10000000 + nextval('idp.identity_numbers'))::text,
  "givenName" text,
  "familyName" text,
  "street" text,
  "city" text,
  "zipcode" text,
  "country" text,
  "locale" text
);

create table idp."session" (
  "id" text not null primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz default now() not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references idp."user" ("id") on delete cascade
);

create table idp."account" (
  "id" text not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references idp."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz default now() not null,
  "updatedAt" timestamptz not null
);

create table idp."verification" (
  "id" text not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default now() not null,
  "updatedAt" timestamptz default now() not null
);

create table idp."jwks" (
  "id" text not null primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

create table idp."twoFactor" (
  "id" text not null primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references idp."user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);

create table idp."oauthClient" (
  "id" text not null primary key,
  "clientId" text not null unique,
  "clientSecret" text,
  "clientDiscoveryId" text,
  "disabled" boolean,
  "skipConsent" boolean,
  "enableEndSession" boolean,
  "subjectType" text,
  "scopes" jsonb,
  "clientCredentialsScopes" jsonb,
  "userId" text references idp."user" ("id") on delete cascade,
  "createdAt" timestamptz,
  "updatedAt" timestamptz,
  "name" text,
  "uri" text,
  "icon" text,
  "contacts" jsonb,
  "tos" text,
  "policy" text,
  "softwareId" text,
  "softwareVersion" text,
  "softwareStatement" text,
  "redirectUris" jsonb not null,
  "postLogoutRedirectUris" jsonb,
  "backchannelLogoutUri" text,
  "backchannelLogoutSessionRequired" boolean,
  "tokenEndpointAuthMethod" text,
  "applicationType" text,
  "jwks" text,
  "jwksUri" text,
  "grantTypes" jsonb,
  "responseTypes" jsonb,
  "requirePKCE" boolean,
  "dpopBoundAccessTokens" boolean,
  "referenceId" text,
  "metadata" jsonb
);

create table idp."oauthResource" (
  "id" text not null primary key,
  "identifier" text not null unique,
  "name" text not null,
  "accessTokenTtl" integer,
  "refreshTokenTtl" integer,
  "signingAlgorithm" text,
  "signingKeyId" text,
  "allowedScopes" jsonb,
  "customClaims" jsonb,
  "dpopBoundAccessTokensRequired" boolean,
  "disabled" boolean,
  "createdAt" timestamptz,
  "updatedAt" timestamptz,
  "policyVersion" integer,
  "metadata" jsonb
);

create table idp."oauthClientResource" (
  "id" text not null primary key,
  "clientId" text not null references idp."oauthClient" ("clientId") on delete cascade,
  "resourceId" text not null references idp."oauthResource" ("identifier") on delete cascade,
  "metadata" jsonb,
  "createdAt" timestamptz
);

create table idp."oauthRefreshToken" (
  "id" text not null primary key,
  "token" text not null unique,
  "clientId" text not null references idp."oauthClient" ("clientId") on delete cascade,
  "sessionId" text references idp."session" ("id") on delete set null,
  "userId" text not null references idp."user" ("id") on delete cascade,
  "referenceId" text,
  "authorizationCodeId" text,
  "resources" jsonb,
  "requestedUserInfoClaims" jsonb,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "revoked" timestamptz,
  "rotatedAt" timestamptz,
  "rotationReplayResponse" text,
  "rotationReplayExpiresAt" timestamptz,
  "authTime" timestamptz,
  "confirmation" jsonb,
  "scopes" jsonb not null
);

create table idp."oauthAccessToken" (
  "id" text not null primary key,
  "token" text not null unique,
  "clientId" text not null references idp."oauthClient" ("clientId") on delete cascade,
  "sessionId" text references idp."session" ("id") on delete set null,
  "userId" text references idp."user" ("id") on delete cascade,
  "referenceId" text,
  "authorizationCodeId" text,
  "resources" jsonb,
  "requestedUserInfoClaims" jsonb,
  "refreshId" text references idp."oauthRefreshToken" ("id") on delete cascade,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "revoked" timestamptz,
  "confirmation" jsonb,
  "scopes" jsonb not null
);

create table idp."oauthConsent" (
  "id" text not null primary key,
  "clientId" text not null references idp."oauthClient" ("clientId") on delete cascade,
  "userId" text references idp."user" ("id") on delete cascade,
  "referenceId" text,
  "resources" jsonb,
  "requestedUserInfoClaims" jsonb,
  "scopes" jsonb not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);

create table idp."oauthClientAssertion" (
  "id" text not null primary key,
  "expiresAt" timestamptz not null
);

create index "session_userId_idx" on idp."session" ("userId");
create index "account_userId_idx" on idp."account" ("userId");
create index "verification_identifier_idx" on idp."verification" ("identifier");
create index "twoFactor_secret_idx" on idp."twoFactor" ("secret");
create index "twoFactor_userId_idx" on idp."twoFactor" ("userId");
create index "oauthClient_userId_idx" on idp."oauthClient" ("userId");
create index "oauthClientResource_clientId_idx" on idp."oauthClientResource" ("clientId");
create index "oauthClientResource_resourceId_idx" on idp."oauthClientResource" ("resourceId");
create index "oauthRefreshToken_clientId_idx" on idp."oauthRefreshToken" ("clientId");
create index "oauthRefreshToken_sessionId_idx" on idp."oauthRefreshToken" ("sessionId");
create index "oauthRefreshToken_userId_idx" on idp."oauthRefreshToken" ("userId");
create index "oauthRefreshToken_authorizationCodeId_idx" on idp."oauthRefreshToken" ("authorizationCodeId");
create index "oauthAccessToken_clientId_idx" on idp."oauthAccessToken" ("clientId");
create index "oauthAccessToken_sessionId_idx" on idp."oauthAccessToken" ("sessionId");
create index "oauthAccessToken_userId_idx" on idp."oauthAccessToken" ("userId");
create index "oauthAccessToken_authorizationCodeId_idx" on idp."oauthAccessToken" ("authorizationCodeId");
create index "oauthAccessToken_refreshId_idx" on idp."oauthAccessToken" ("refreshId");
create index "oauthConsent_clientId_idx" on idp."oauthConsent" ("clientId");
create index "oauthConsent_userId_idx" on idp."oauthConsent" ("userId");
create unique index "oauthClientResource_clientId_resourceId_uidx" on idp."oauthClientResource" ("clientId", "resourceId");

-- Ours: pictures of people, made small.
create table idp.pictures (
  user_id text primary key references idp."user" ("id") on delete cascade,
  name    text not null unique,
  kind    text not null,
  bytes   bytea not null check (length(bytes) <= 262144),
  at      timestamptz not null default now()
);

-- Ours: how often something was tried in the running window, so that nobody guesses for long.
create table idp.attempts (
  key   text primary key check (length(key) <= 300),
  count integer not null,
  until timestamptz not null
);

-- Ours: what would have been sent where nothing is sent, for a demo and for a first look.
create table idp.outbox (
  id        bigint generated always as identity primary key,
  channel   text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject   text not null,
  text      text not null,
  at        timestamptz not null default now()
);
create index outbox_by_recipient on idp.outbox (recipient, id desc);
