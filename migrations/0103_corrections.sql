-- What was corrected of a bird stands on its page.
create index audit_log_of_pigeon on audit_log (loft_id, ((after ->> 'pigeon_id')::bigint)) where action = 'pigeon.change';
