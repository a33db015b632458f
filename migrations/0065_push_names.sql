-- Push services are at port 443 of public names only (server/notifications/push-address.ts). A subscription at any other
-- address was taken before; no message goes there any more.
delete from push_subscriptions
where endpoint !~ '^https://[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*(:443)?([/?#]|$)'
   or endpoint ~ '^https://([a-z0-9-]+\.)*(alt|corp|example|home|home\.arpa|internal|intranet|invalid|lan|local|localhost|onion|private|test)(:443)?([/?#]|$)';
