-- Passkeys of the bundled provider, with the names that the library (@better-auth/passkey 1.7.5) gives its columns.
create table idp."passkey" (
  "id" text not null primary key,
  "name" text,
  "publicKey" text not null,
  "userId" text not null references idp."user" ("id") on delete cascade,
  -- Unique, so that no two accounts are opened by one key.
  "credentialID" text not null unique,
  -- Unsigned and of 32 bits: more than an integer holds, and to be read as a number.
  "counter" double precision not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);
create index "passkey_userId_idx" on idp."passkey" ("userId");

-- By which methods the session's person proved who they are (RFC 8176), a blank between two of them.
alter table idp."session" add column "amr" text;
