-- A postal address across a border needs its country. It is known of the people of the bundled provider; others bring it
-- with their next sign-in.
alter table users add column country text check (country ~ '^[A-Z]{2}$');
update users u set country = i.country
from idp."user" i
where u.issuer = 'urn:loftline:accounts' and u.subject = i.id and i.country ~ '^[A-Z]{2}$';
